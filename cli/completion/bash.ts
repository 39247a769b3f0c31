import type { CompletedCommand, CompletedOption } from './command-tree.ts';
import { pathCases, valueCases } from './shell-cases.ts';

/** A script that completes `plotline` and `npx plotline` in bash 3.2 or newer; nothing is run while completing. */
export const bashCompletion = (
  commands: readonly CompletedCommand[],
): string => `# Completion of plotline for bash.
_plotline() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} named= words= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$named/\${COMP_WORDS[i]}" in
${pathCases(commands, '      ')}
    esac
  done
  case "$named $prev" in
${valueCases(commands, replyTo, '    ')}
  esac
  case "$named" in
${commands.map(wordCase).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _plotline plotline
_npx_plotline() {
  COMPREPLY=()
  if ((COMP_CWORD < 2)) || [[ \${COMP_WORDS[1]} != plotline ]]; then return; fi
  COMP_WORDS=("\${COMP_WORDS[@]:1}")
  ((COMP_CWORD--))
  _plotline
}
complete -p npx > /dev/null 2>&1 || complete -o default -F _npx_plotline npx
`;

/** Without an answer, bash completes files; in version 3 that cannot be switched off. */
function replyTo({ choices, takesPath }: CompletedOption): string {
  if (choices.length > 0) return `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$cur"))`;
  return takesPath ? '' : 'compopt +o default 2> /dev/null';
}

function wordCase({ path, words, options }: CompletedCommand): string {
  const names = words.map(({ word }) => word).join(' ');
  const flags = options.flatMap(({ names: all }) => all.filter((name) => name.startsWith('--'))).join(' ');
  return `    '${path}') if [[ $cur == -* ]]; then words='${flags}'; else words='${names}'; fi ;;`;
}
