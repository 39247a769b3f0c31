import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { awsEnvironment } from '../../cli/core/aws-environment.ts';
import { CommandError } from '../../cli/core/command-error.ts';

/** Runs the cdk command of the PATH, with the terminal as its own. Throws CommandError when it fails. */
export async function runCdk(parameters: string[]): Promise<void> {
  const child = spawn('cdk', parameters, { stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(new CommandError('There is no cdk command here: run this with npm, after npm install.')),
    );
    child.once('close', resolve);
  });
  if (code === 0) return;
  throw new CommandError(`cdk ${parameters[0]} failed, for the reason above; correct it and run this again.`);
}

/** The result of a missing or failed command. */
type Failure = { missing: true } | { missing: false; said: string };

/** Runs the aws command; undefined when it succeeds. */
export async function tryAws(parameters: string[]): Promise<Failure | undefined> {
  const child = spawn('aws', parameters, { stdio: ['ignore', 'ignore', 'pipe'], env: awsEnvironment() });
  const ended = new Promise<number | 'missing' | null>((resolve) => {
    child.once('error', () => resolve('missing'));
    child.once('close', (code) => resolve(code));
  });
  const [said, code] = await Promise.all([text(child.stderr), ended]);
  if (code === 'missing') return { missing: true };
  return code === 0 ? undefined : { missing: false, said: said.trim() };
}

/** Returns the output of the aws command; empty if it is missing or fails. */
export async function awsCommandOutput(parameters: string[]): Promise<string> {
  const child = spawn('aws', parameters, { stdio: ['ignore', 'pipe', 'ignore'], env: awsEnvironment() });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const [said, code] = await Promise.all([text(child.stdout), ended]);
  return code === 0 ? said : '';
}
