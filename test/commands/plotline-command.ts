import { CommanderError } from 'commander';
import { createProgram } from '../../cli/program.ts';

/** Thrown in place of running a command that the command line takes. */
class Taken extends Error {
  override name = 'Taken';
}

/** What a command that is only part of one, named in the text, may lack. */
const LACKING = ['commander.missingArgument', 'commander.missingMandatoryOptionValue'];

/**
 * Why the command line does not take a documented `npx plotline …`, which is not run: a command or an option that does
 * not exist, an argument that is missing or too much. Undefined if it takes it.
 */
export async function problemOf(line: string, { isPart = false } = {}): Promise<string | undefined> {
  const [, , ...args] = words(line).filter((word) => word !== '--help');
  const program = (await createProgram(args)).hook('preAction', () => {
    throw new Taken();
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof Taken) return undefined;
    if (!(error instanceof CommanderError)) throw error;
    return isPart && LACKING.includes(error.code) ? undefined : `${line}: ${error.message}`;
  }
  return `${line}: it does nothing`;
}

const words = (line: string): string[] =>
  (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll(/^["']|["']$/g, ''));
