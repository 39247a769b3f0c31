import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../cli/core/command-error.ts';
import { environmentConfig, environmentNames, IncompleteEnvironment } from '../config.ts';
import { stackNames } from '../stack-names.ts';
import { roomIn, type ApiTemplate } from './room-in.ts';
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
    const config = environmentConfig(name);
    const folder = `cdk.out/${name}`;
    await runCdk(['synth', '--quiet', '--output', folder, ...contextOf(config)]);
    const template = join(folder, `${stackNames(config).api}.template.json`);
    const room = existsSync(template)
      ? roomIn(JSON.parse(readFileSync(template, 'utf8')) as ApiTemplate)
      : {};
    const used = Object.entries(room).map(([what, { has, most }]) => `, ${has} of ${most} ${what}`);
    console.log(`${name}: synthesized into ${folder}${used.join('')}`);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof IncompleteEnvironment && mayBeIncomplete)) return message;
    console.log(`${name}: NOT synthesized, its file is incomplete. ${message}`);
    return undefined;
  }
}
