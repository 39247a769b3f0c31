import { errorCodes, invalidRequest, type ApiError, type ErrorCode } from '../../core/errors.ts';

/** Describes an error in words of tools and their arguments. */
export function describeToolError({ code, message, hint, fields, details }: ApiError) {
  // Arguments have no other place than their name.
  const ofArguments = fields.map(({ in: _, ...field }) => field);
  const isAboutFields = code === 'invalid_request' && fields.length > 0;
  return {
    code,
    message: isAboutFields ? invalidRequest(ofArguments).message : message,
    hint: fields.some(isOutsideTeam) ? WAY_IN : hintOf({ code, hint }),
    ...(fields.length > 0 ? { fields: ofArguments } : {}),
    ...details,
  };
}

/** An assignee who has not joined the team. */
const isOutsideTeam = ({ path, message }: { path: string; message: string }): boolean =>
  path.endsWith('assigneeId') && message.includes("not a member of the story's team");

const WAY_IN =
  'They can be assigned once they are in the team: {"kind":"team_member","action":"add","teamId":"…","memberIds":["…"]} of manage_setup adds them. list_members with teamId lists who is in.';

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
  not_found: 'Check the ids; list_workspaces, list_teams and list_stories show what you can see.',
  version_conflict:
    'Get it again, decide whether your change still applies, and send its current updatedAt as expectedUpdatedAt. If changedFields is empty, your change has already been made.',
  conflict: 'Read the current state, and decide whether your change still applies.',
  service_unavailable: 'Wait a moment and call again with the same arguments.',
  internal_error: 'Try again later; if it persists, tell the user, with the requestId.',
};

/** The hint of an error, unless it is the one for HTTP. */
const hintOf = ({ code, hint }: Pick<ApiError, 'code' | 'hint'>): string =>
  hint === errorCodes[code].hint ? (toolHints[code] ?? hint) : hint;
