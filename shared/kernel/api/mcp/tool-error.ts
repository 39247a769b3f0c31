import { errorCodes, sentenceOf, type ApiError, type ErrorCode, type FieldError } from '../../core/errors.ts';
import { argumentPath, inToolWords } from './tool-words.ts';

/** Describes an error in words of tools and their arguments; what the message says of a field is not repeated there. */
export function describeToolError({ code, message: own, hint, fields, details, resource }: ApiError) {
  const named = fields.map(inArgument);
  const message = inToolWords(messageAbout(own, fields, named));
  // Arguments have no other place than their name.
  const ofArguments = named.map(({ path, code: reason, message: text }) => ({
    path,
    code: reason,
    ...(message.includes(text) ? {} : { message: text }),
  }));
  return {
    code,
    message,
    hint: fields.some(isOutsideTeam) ? WAY_IN : inToolWords(hintOf({ code, hint, resource })),
    ...(fields.length > 0 ? { fields: ofArguments } : {}),
    ...details,
  };
}

/** A field under the name of its argument; what is no argument keeps the name that was sent. */
function inArgument(field: FieldError): FieldError {
  // What is wrong with a call as a whole is so with its arguments: tools have no body.
  const whole = field.path === '' ? 'arguments' : field.path;
  const path = field.code === 'unknown_field' ? whole : argumentPath(whole);
  const isOfStory = /(^|\.)(story|relatedStory)$/.test(path);
  const message =
    isOfStory && field.message === 'must be a UUID'
      ? 'must be an id or a reference such as ENG-184'
      : field.message;
  return { ...field, path, message: inToolWords(message) };
}

/** What is wrong with each field, where the message sums them up; otherwise the message. */
function messageAbout(message: string, fields: readonly FieldError[], named: readonly FieldError[]): string {
  const [first] = fields;
  if (!first || !message.endsWith(sentenceOf(first))) return message;
  const own = message.slice(0, -sentenceOf(first).length);
  // How many there are is not said where each is described.
  const before = own.replace(/\d+ fields are invalid\. $/, '');
  return before + named.map((field) => sentenceOf({ ...field, in: 'body' })).join(' ');
}

/** An assignee who has not joined the team. */
const isOutsideTeam = ({ path, message }: { path: string; message: string }): boolean =>
  path.endsWith('assigneeId') && message.includes("not a member of the story's team");

const WAY_IN =
  'They can be assigned once they are in the team, to which admins add them: manage_setup with {"kind":"team_member","action":"add","teamId":"…","memberIds":["…"]}. list_members with teamId lists who is in.';

/** Hints for tools, in place of those that refer to HTTP headers and parameters. */
const toolHints: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Correct the arguments listed in fields and call again.',
  invalid_cursor:
    'Use nextCursor of the previous page with all other arguments unchanged, or start without a cursor.',
  invalid_reference:
    'Use names or ids that list_teams, list_members, list_statuses, list_labels, list_sprints, list_objectives or list_stories return for this team.',
  invalid_idempotency_key: 'Use a new UUID as idempotencyKey.',
  idempotency_key_reused: 'Use a new idempotencyKey for a different operation.',
  team_required: 'Call again with a teamId from list_teams.',
  claimed:
    'Take another story, or wait until expiresAt: until then only its holder changes its status, assignee and sprint, archives or deletes it. Other fields can be changed.',
  not_found: 'Check the ids; list_workspaces, list_teams and list_stories show what you can see.',
  version_conflict:
    'Get it again, decide whether your change still applies, and send its current updatedAt as expectedUpdatedAt. If changedFields is empty, your change has already been made.',
  conflict: 'Read the current state, and decide whether your change still applies.',
  service_unavailable: 'Wait a moment and call again with the same arguments.',
  internal_error: 'Try again later; if it persists, tell the user, with the requestId.',
};

/** How to find or make what is named by what it belongs to. */
const resourceHints: Readonly<Record<string, string>> = {
  file: 'get_story without file lists the files of a story.',
  'sprint cadence':
    'The team has none yet, if you can see it: manage_setup with {"kind":"sprint_cadence","action":"update","teamId":"…","settings":{…}} makes one.',
};

/** The hint of an error, unless it is the one for HTTP, or says what no tool can do. */
const hintOf = ({ code, hint, resource }: Pick<ApiError, 'code' | 'hint' | 'resource'>): string =>
  resourceHints[resource ?? ''] ??
  (hint === errorCodes[code].hint || code === 'claimed' ? (toolHints[code] ?? hint) : hint);
