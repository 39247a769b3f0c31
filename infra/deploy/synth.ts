import { CommandError } from '../../cli/core/command-error.ts';
import { environmentConfig, environmentNames, IncompleteEnvironment } from '../config.ts';
import { contextOf } from './context.ts';
import { runCdk } from './run-command.ts';

/**
 * Synthesizes environments, all that have a file unless some are named, and prints a line for each. Throws a CommandError
 * if one cannot be synthesized; of all, one whose file lacks what its operator has to choose is only named.
 */
export async function synthesizeEnvironments(chosen: readonly string[]): Promise<void> {
  const failed: string[] = [];
  for (const name of chosen.length > 0 ? chosen : environmentNames()) {
    const problem = await problemOf(name, chosen.length === 0);
    if (problem !== undefined) failed.push(`${name}: ${problem}`);
  }
  if (failed.length > 0) throw new CommandError(failed.join('\n'));
}

/** Why an environment cannot be synthesized; undefined if it can, or need not be. */
async function problemOf(name: string, mayBeIncomplete: boolean): Promise<string | undefined> {
  try {
    const context = contextOf(environmentConfig(name));
    await runCdk(['synth', '--quiet', '--output', `cdk.out/${name}`, ...context]);
    console.log(`${name}: synthesized into cdk.out/${name}`);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof IncompleteEnvironment && mayBeIncomplete)) return message;
    console.log(`${name}: NOT synthesized, its file is incomplete. ${message}`);
    return undefined;
  }
}
