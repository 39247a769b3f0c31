import { isCancel, password } from '@clack/prompts';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Option, type Command } from 'commander';
import { getCaller } from '../../shared/identity/principals/get-caller.ts';
import { completeToken, findBaseUrl } from '../core/access.ts';
import { closingHelp } from '../core/closing-help.ts';
import { CommandError } from '../core/command-error.ts';
import { createMember } from '../core/member.ts';
import { createOutput } from '../core/output.ts';
import { loginName, readLogins, storeLogin } from '../core/logins.ts';
import { refuseToken } from '../core/refuse-token.ts';
import { writeError } from '../core/terminal.ts';
import { serviceCommand, withService, type ServiceOptions } from '../service-session.ts';

const help = `
Reads a token of yours, which it does not show, or takes it from standard input: plotline login < token.txt. It is stored
in a file for you alone, in ~/.config/plotline. All commands that members may use then take it; --profile keeps several.`;

/** How long a token may take to arrive in standard input, in milliseconds. */
const INPUT_MS = 30_000;

/** `plotline login`, `logout` and `whoami`. */
export function loginCommands(program: Command): void {
  program
    .command('login')
    .description('sign in to a service with a token of yours')
    .option('--url <url>', 'the service (default: PLOTLINE_URL, or the local one)')
    .option('--profile <name>', 'what to call the login (default: PLOTLINE_PROFILE, or default)')
    .option('--json', 'print JSON')
    .addOption(new Option('--token <token>').hideHelp())
    .allowExcessArguments()
    .addHelpText('after', closingHelp(help))
    .action(
      async (
        { url, profile, token, json = false }: ServiceOptions & { token?: string },
        command: Command,
      ) => {
        if (token !== undefined || command.args.length > 0)
          throw refuseToken('to standard input of plotline login');
        const baseUrl = findBaseUrl({ ...(url !== undefined && { url }) });
        const given = completeToken('What was given', (await readToken(baseUrl)).trim());
        const member = createMember({ baseUrl, token: given });
        const { name } = await member.outside.run(getCaller);
        const [workspace] = await member.workspaces();
        if (!workspace) throw new CommandError('The token reaches no workspace.');
        const { id, slug } = workspace;
        const called = loginName(profile);
        storeLogin(called, { url: baseUrl, token: given, workspace: { id, slug } });
        const output = createOutput(json);
        output.done(`Signed in to ${baseUrl} as ${name}, in ${slug}.`);
        if (process.env['PLOTLINE_TOKEN']) output.note('PLOTLINE_TOKEN is set, and used in its place.');
        if (json) output.record({ profile: called, url: baseUrl, workspace: slug, name }, {});
      },
    );

  program
    .command('logout')
    .description('forget a login; its token stays valid until it is revoked')
    .option('--profile <name>', 'of this name (default: PLOTLINE_PROFILE, or default)')
    .option('--json', 'print JSON')
    .action((options: ServiceOptions) => {
      const profile = loginName(options.profile);
      if (!Object.hasOwn(readLogins(), profile)) throw new CommandError(`There is no login ${profile}.`);
      storeLogin(profile, undefined);
      const output = createOutput(options.json ?? false);
      output.done(`Forgot the login ${profile}. Revoke its token on your account page.`);
      if (output.json) output.record({ profile }, {});
    });

  serviceCommand(program, 'whoami', 'show who you are, where, and what you may do').action(
    (options: ServiceOptions) =>
      withService(options, async ({ access, member, operations, output }) => {
        const caller = await member.outside.run(getCaller);
        const { slug } = operations.workspace;
        output.record(
          { url: access.baseUrl, workspace: slug, ...caller },
          {
            name: (one) => one.name,
            role: (one) => one.role ?? 'service account',
            service: (one) => one.url,
            workspace: (one) => one.workspace,
            token: ({ credential }) => `${credential.name}, until ${credential.expiresAt}`,
            writes: (one) => one.writes,
            teams: ({ teamIds, teamRestriction }) =>
              `${teamIds.length}${teamRestriction ? ', of the token' : ''}`,
            scopes: ({ scopes }) => scopes.join(', ') || '-',
          },
        );
      }),
  );
}

/** Asks for a token without showing it; without a terminal, it is standard input. */
async function readToken(baseUrl: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const input = addAbortSignal(AbortSignal.timeout(INPUT_MS), process.stdin);
    const given = await text(input).catch(() => '');
    if (given.trim() !== '') return given;
    throw new CommandError(
      'There is no terminal to ask for a token: give it in standard input, as in plotline login < token.txt.',
    );
  }
  writeError(
    `Create a token at ${baseUrl}/account/tokens, with the scopes of what you want to do: those of reading, and ` +
      'stories:write, comments:write and others to change things.\n',
  );
  const answer = await password({ message: 'Token', output: process.stderr });
  if (isCancel(answer)) throw new CommandError('Nothing was stored.');
  return answer;
}
