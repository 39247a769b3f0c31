import type { CompletedCommand, CompletedOption } from './command-tree.ts';
import { pathCasesOfFish } from './fish-cases.ts';

/** A script that completes `plotline` in fish, with descriptions. */
export const fishCompletion = (
  commands: readonly CompletedCommand[],
): string => `# Completion of plotline for fish.
function __plotline_at
    set -l path ''
    for word in (commandline -opc)[2..]
        switch "$path/$word"
${pathCasesOfFish(commands)}
        end
    end
    test "$path" = "$argv[1]"
end
complete -c plotline -f
${commands.flatMap(linesOf).join('\n')}
`;

function linesOf({ path, words, options }: CompletedCommand): string[] {
  const at = `complete -c plotline -n ${quoted(`__plotline_at '${path}'`)}`;
  return [
    ...words.map(({ word, description }) => `${at} -a ${quoted(word)} -d ${quoted(description)}`),
    ...options.map((option) => `${at} ${flagsOf(option)} -d ${quoted(option.description)}`),
  ];
}

function flagsOf({ names, takesValue, takesPath, choices }: CompletedOption): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  if (!takesValue) return flags.join(' ');
  if (choices.length > 0) return [...flags, '-x', '-a', quoted(choices.join(' '))].join(' ');
  return [...flags, takesPath ? '-r -F' : '-x'].join(' ');
}

const quoted = (text: string): string => `"${text.replaceAll(/[\\"$]/g, '\\$&')}"`;
