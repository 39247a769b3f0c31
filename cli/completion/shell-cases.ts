import type { CompletedCommand } from './command-tree.ts';

/**
 * Cases of `case "$named/$word"` that follow the words of a line to the command that they name, by its names and aliases:
 * `'stories/list') named='stories list' ;;`. A variable `path` would be PATH in zsh.
 */
export const pathCases = (commands: readonly CompletedCommand[], indent: string): string =>
  commands
    .filter(({ path }) => path !== '')
    .map(({ path, aliases }) => {
      const [name, ...parents] = path.split(' ').reverse() as [string, ...string[]];
      const above = parents.reverse().join(' ');
      const patterns = [name, ...aliases].map((one) => `'${above}/${one}'`).join(' | ');
      return `${indent}${patterns}) named='${path}' ;;`;
    })
    .join('\n');

/** Cases of \`case "$named $prev"\` for the values of options: their choices, or files where any text is allowed. */
export const valueCases = (commands: readonly CompletedCommand[], indent: string): string =>
  commands
    .flatMap(({ path, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(({ names, choices }) => {
          const patterns = names.map((name) => `'${path} ${name}'`).join(' | ');
          const reply =
            choices.length > 0 ? `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$cur")); ` : '';
          return `${indent}${patterns}) ${reply}return ;;`;
        }),
    )
    .join('\n');
