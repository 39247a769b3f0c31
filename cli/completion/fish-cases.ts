import type { CompletedCommand } from './command-tree.ts';

/** Cases of fish's `switch` that follow the words of a line to the command that they name. */
export const pathCasesOfFish = (commands: readonly CompletedCommand[]): string =>
  commands
    .filter(({ path }) => path !== '')
    .map(({ path, aliases }) => {
      const words = path.split(' ');
      const above = words.slice(0, -1).join(' ');
      const patterns = [words.at(-1)!, ...aliases].map((one) => `'${above}/${one}'`).join(' ');
      return `            case ${patterns}\n                set path '${path}'`;
    })
    .join('\n');
