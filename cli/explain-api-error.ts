import { asSentence, type ApiError } from '../shared/kernel/core/errors.ts';
import { fieldWords, inCommandWords, subjectOf } from './command-words.ts';

/**
 * Rephrases an operation's error for an operator: with commands in place of operations, and with the options of the
 * command that was run, by their long names, in place of fields. The words of filters are the same everywhere.
 */
export function explainApiError(
  { code, message, hint, fields, resource }: ApiError,
  options: readonly string[] = [],
): string {
  if (code === 'version_conflict') {
    return 'It was changed at the same time; check it and run the command again.';
  }
  if (fields.length > 0)
    return fields
      .map(({ path, message: problem }) => {
        const sentence = asSentence(`${subjectOf(path, options)} ${problem}`);
        return path === 'filter' ? ofFilter(sentence, options) : inCommandWords(sentence, options);
      })
      .join('\n');
  if (resource !== undefined) return `There is no such ${resource}.`;
  return inCommandWords(`${message} ${hint}`, options);
}

/** What is wrong with a filter; a parameter that asks for the same is an option here. */
const ofFilter = (sentence: string, options: readonly string[]): string =>
  sentence.replace(/(?<=^The filter says what )\w+(?= says too;)/, (name) => fieldWords(name, options));
