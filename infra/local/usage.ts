const USAGE = `Usage: npm start

Serves Plotline on this machine, with a demo workspace. Takes no options: variables of the environment set

  PORT                        the port to listen on (3000)
  PLOTLINE_HOME               the folder for data and logs (.local)
  PLOTLINE_LOCAL_HOSTS        host names that resolve to this machine
  PLOTLINE_RATE_LIMIT         requests a minute of one credential (100000); a workspace has ten times as many
  PLOTLINE_DYNAMODB_ENDPOINT  a DynamoDB-compatible endpoint to use instead of the installed engine
  PLOTLINE_ENGINE             dynamodb-local (needs Java 17), the engine by default except on Linux x64
  PLOTLINE_DYNAMODB_LOCAL     its folder (dist/dynamodb-local)

for example: PORT=3001 PLOTLINE_HOME=/tmp/other npm start, or
PLOTLINE_LOCAL_HOSTS=hooks.acme.dev=127.0.0.1:8443 npm start.
`;

/** Ends the process for arguments: with the usage for --help, and with an error that names any other. */
export function refuseArguments([first]: readonly string[]): void {
  if (first === undefined) return;
  if (first === '--help' || first === '-h') {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  process.stderr.write(`npm start takes no argument such as "${first}".\n\n${USAGE}`);
  process.exit(2);
}
