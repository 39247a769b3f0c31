import { sentenceOf, type ApiError } from '../shared/kernel/core/errors.ts';

/** The commands that correspond to operations named in hints. */
const commands: ReadonlyMap<string, string> = new Map([
  ['updateTeam', 'plotline teams update'],
  ['removeTeamMember', 'plotline members update --leave'],
]);

/** Rephrases an operation's error for an operator: with commands in place of operations. */
export function explainApiError({ code, message, hint, fields, resource }: ApiError): string {
  if (code === 'version_conflict') {
    return 'It was changed at the same time; check it and run the command again.';
  }
  // Nobody has typed a query here.
  if (fields.length > 0)
    return fields.map((field) => sentenceOf(field).replace(/^Query parameter /, 'The ')).join('\n');
  if (resource !== undefined) return `There is no such ${resource}.`;
  return `${message} ${hint.replaceAll(/\b[a-z]+[A-Z]\w*/g, (name) => commands.get(name) ?? name)}`;
}
