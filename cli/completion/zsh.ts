import type { CompletedCommand, CompletedOption } from './command-tree.ts';
import { pathCases, valueCases } from './shell-cases.ts';

/** A script that completes `plotline` in zsh, with descriptions. */
export const zshCompletion = (commands: readonly CompletedCommand[]): string => `#compdef plotline
# Completion of plotline for zsh.
_plotline() {
  local named= word prev=\${words[CURRENT-1]}
  for word in \${words[2,CURRENT-1]}; do
    case "$named/$word" in
${pathCases(commands, '      ')}
    esac
  done
  case "$named $prev" in
${valueCases(commands, replyTo, '    ')}
  esac
  local -a found
  case "$named" in
${commands.map(wordCase).join('\n')}
  esac
  (( $#found )) && _describe plotline found || _files
}
if [[ "$funcstack[1]" == _plotline ]]; then _plotline "$@"; else compdef _plotline plotline; fi
`;

function replyTo({ choices, takesPath }: CompletedOption): string {
  if (choices.length > 0) return `compadd -- ${choices.join(' ')}`;
  return takesPath ? '_files' : '';
}

function wordCase({ path, words, options }: CompletedCommand): string {
  const flags = options.map(({ names, description }) => entry(names[0]!, description));
  const names = words.map(({ word, description }) => entry(word, description));
  return `    '${path}') if [[ $PREFIX == -* ]]; then found=(${flags.join(' ')}); else found=(${names.join(' ')}); fi ;;`;
}

const entry = (word: string, description: string): string =>
  `'${`${word.replaceAll(':', '\\:')}:${description}`.replaceAll("'", "'\\''")}'`;
