import { CommandError } from './command-error.ts';

/** A command without its options: what the help of all commands says of it. */
export interface OutlinedCommand {
  group: string;
  name: string;
  aliases: readonly string[];
  description: string;
  /** Its arguments as a usage shows them, such as `<file>`. */
  args: readonly string[];
}

declare const PLOTLINE_OUTLINE: readonly OutlinedCommand[];

/** All commands, where this is a bundle (cli/build.ts); null where it runs from its sources. */
export const outline: readonly OutlinedCommand[] | null =
  typeof PLOTLINE_OUTLINE === 'undefined' ? null : PLOTLINE_OUTLINE;

/** Thrown by what a bundle leaves out: what operators run on a table. */
export class OperatorsOnly extends CommandError {
  override name = 'OperatorsOnly';

  constructor() {
    super(
      'This is for operators, who run it in a clone of the repository. As a member, sign in with plotline login, or set PLOTLINE_TOKEN and PLOTLINE_URL.',
    );
  }
}

const SOURCES = Symbol.for('plotline.sources');

/** What runs the whole command from its sources; undefined where there are none. */
export const fromSources = (): (() => Promise<void>) | undefined =>
  (globalThis as { [SOURCES]?: () => Promise<void> })[SOURCES];
