/** Tools that do what an operation does, as an error of a tool calls them. */
export const toolsOfOperations: ReadonlyMap<string, string> = new Map([
  ['listCustomFields', 'manage_setup (kind: "custom_field", action: "get")'],
  ['updateTeam', 'manage_setup (kind: "team", action: "update")'],
  ['addTeamMember', 'manage_setup (kind: "team_member", action: "add")'],
  ['removeTeamMember', 'manage_setup (kind: "team_member", action: "remove")'],
  ['getTriageAddress', 'manage_setup (kind: "triage_address", action: "get")'],
  ['getSprintCadence', 'manage_setup (kind: "sprint_cadence", action: "get")'],
  ['rotateHookSecret', 'manage_setup (kind: "hook", action: "rotate_secret")'],
  ['updateStory', 'update_stories'],
  ['triageStory', 'save_comment with triage'],
  ['listChanges', 'get_change_set'],
  ['revertChanges', 'revert_change_set with actorId'],
  ['createAttachment', 'manage_relations with size'],
  ['updateFeedbackItem', 'save_comment with feedbackItem'],
  ['getCaller', 'list_workspaces'],
]);

/** What HTTP says, and what it is called among arguments and results. */
const phrases: ReadonlyMap<string, string> = new Map([
  ['Idempotency-Key', 'idempotencyKey'],
  ['this credential can access', 'you can see'],
  ['this credential cannot see', 'you cannot see'],
  ['this credential can see', 'you can see'],
  ['must be a UUID', 'must be an id that a result has'],
]);

/** What tools call fields of operations, where that is another name. */
export const argumentNames: ReadonlyMap<string, string> = new Map([
  ['Idempotency-Key', 'idempotencyKey'],
  ['storyId', 'story'],
  ['relatedStoryId', 'relatedStory'],
  ['itemId', 'feedbackItem'],
  ['intoItemId', 'mergeInto'],
  ['duplicateOf', 'mergeInto'],
  ['agentSessionId', 'session'],
  ['objectiveUpdateId', 'updateId'],
]);

const WORD_OR_QUOTE = new RegExp(
  `"(?:[^"\\\\]|\\\\.)*"|${[...phrases.keys()].join('|')}|\\b[a-z]+[A-Z]\\w*`,
  'g',
);

/** A text for people of HTTP in words of tools; what is quoted stays, since people wrote it. */
export const inToolWords = (text: string): string =>
  text.replaceAll(WORD_OR_QUOTE, (found) => toolsOfOperations.get(found) ?? phrases.get(found) ?? found);

/** The path of a field as the tool's arguments are called; the keys of custom fields are of people. */
export const argumentPath = (path: string): string =>
  path.startsWith('customFields.')
    ? path
    : path
        .split('.')
        .map((part) => argumentNames.get(part) ?? part)
        .join('.');
