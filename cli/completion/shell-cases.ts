import type { CompletedCommand, CompletedOption } from './command-tree.ts';

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

/**
 * Cases of `case "$named $prev"` for the values of options, with what a shell does for one: to complete its choices, or
 * files, or nothing.
 */
export const valueCases = (
  commands: readonly CompletedCommand[],
  replyTo: (option: CompletedOption) => string,
  indent: string,
): string =>
  commands
    .flatMap(({ path, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map((option) => {
          const patterns = option.names.map((name) => `'${path} ${name}'`).join(' | ');
          const reply = replyTo(option);
          return `${indent}${patterns}) ${reply && `${reply}; `}return ;;`;
        }),
    )
    .join('\n');
