import { type ApiError, type FieldProblem } from '../../shared/core/errors.ts';

/** The commands that do what the hints of operations name. */
const commands: Readonly<Record<string, string>> = {
  updateTeam: 'plotline teams update',
  removeTeamMember: 'plotline members update --leave',
};

/** What an operation's error means for who runs a command: in its words, with commands in place of operations. */
export function explainApiError({ code, message, hint, details }: ApiError): string {
  if (code === 'version_conflict') {
    return 'It was changed at the same moment; look at it, and run the command again.';
  }
  const fields = (details['fields'] as FieldProblem[] | undefined) ?? [];
  if (fields.length > 0) return fields.map(({ path, message: what }) => `${path} ${what}.`).join('\n');
  if (code === 'not_found') return message.replace(', or this credential cannot see it', '');
  return `${message} ${hint.replaceAll(/\b[a-z]+[A-Z]\w*/g, (name) => commands[name] ?? name)}`;
}
