import { pathOf } from '../../kernel/noun/define-noun.ts';
import { nounsWith } from '../../nouns/nouns.ts';
import { BASE_URL } from './base-url.ts';

/** How a reader's shell gets a variable: out of an answer, or by the reader filling it in. */
type Source = { list: string; filter?: string } | { command: string };

/** The newest of a list, and of teams the first by name. */
const FIRST_ID = '.data[0].id';

const listed = nounsWith('mirror').filter(({ mirror }) => mirror.lists !== 'separately');

/** The values that the examples take from the reader's workspace, each after those that its path needs. */
const sources: Record<string, Source> = {
  TEAM: { list: 'teams' },
  ...Object.fromEntries(listed.map((noun) => [noun.name.toUpperCase(), { list: pathOf(noun) }])),
  TEAM_STORY: { command: `TEAM_STORY=$(pick "stories?teamId=$TEAM&limit=1" '${FIRST_ID}')` },
  REFERENCE: { list: 'stories', filter: '.data[0].reference' },
  RELATED_STORY: { list: 'stories', filter: '.data[1].id' },
  RELATION: { list: 'stories/$STORY/relations' },
  LINK: { list: 'stories/$STORY/links' },
  ATTACHMENT: { list: 'stories/$STORY/attachments' },
  CHANGE_SET: { list: 'stories/$STORY/history', filter: '.data[0].changeSetId' },
  // Of a reversal that was answered with 202.
  JOB: { command: 'JOB=…' },
  PROPOSAL: { list: 'proposals' },
  AGENT_SESSION: { list: 'agent-sessions' },
  NOTIFICATION: { list: 'notifications' },
  VIEW: { list: 'views' },
  COMMENT: { list: 'stories/$STORY/comments' },
  TIME_OFF: { list: 'members/$MEMBER/time-off' },
  BUSY_TIME: { list: 'members/$MEMBER/busy' },
  BUSY_FEED: { list: 'members/$MEMBER/busy-feeds' },
  CALENDAR_FEED: { list: 'calendar-feeds' },
  TOKEN_ID: { list: 'tokens' },
  SERVICE_ACCOUNT: { list: 'service-accounts' },
  KEY: { list: 'service-accounts/$SERVICE_ACCOUNT/keys' },
  IDENTITY_PROVIDER: { command: 'IDENTITY_PROVIDER=main' },
  PORTAL_ID: { list: 'portals' },
  BOARD: { list: 'portals', filter: '.data[0].boards[0].id' },
  ITEM: { list: 'portals/$PORTAL_ID/items' },
  INTO_ITEM: { list: 'portals/$PORTAL_ID/items', filter: '.data[1].id' },
  IMAGE: { list: 'portals/$PORTAL_ID/images' },
  FEEDBACK_COMMENT: { list: 'portals/$PORTAL_ID/items/$ITEM/comments' },
  VISITOR: { list: 'portals/$PORTAL_ID/items/$ITEM/comments', filter: '.data[0].authorId' },
  REACTION: { list: 'portals/$PORTAL_ID/items/$ITEM/reactions' },
  VOTE: { list: 'portals/$PORTAL_ID/items/$ITEM/votes' },
  UPDATE: { list: 'portals/$PORTAL_ID/updates' },
  PORTAL: { list: 'portals', filter: '.data[0].slug' },
  UPDATE_SLUG: {
    command: `UPDATE_SLUG=$(curl -s "${BASE_URL}/portals/$PORTAL/feedback/updates?limit=1" | jq -r '.data[0].slug')`,
  },
  RECEIVER: { command: 'RECEIVER=https://…' },
  CALENDAR: { command: 'CALENDAR=https://…' },
  RULE: { list: 'rules' },
  HOOK: { list: 'hooks' },
  EXPORT: { list: 'exports' },
  WEBHOOK: { list: 'webhook-endpoints' },
  DELIVERY: { list: 'webhook-endpoints/$WEBHOOK/deliveries' },
};

/** Fields and parameters whose variable is not called as they are. */
const called: Record<string, string> = {
  actorId: 'SERVICE_ACCOUNT',
  portalId: 'PORTAL_ID',
  principalId: 'MEMBER',
  portalSlug: 'PORTAL',
  replacesImageId: 'IMAGE',
  tokenId: 'TOKEN_ID',
  updateSlug: 'UPDATE_SLUG',
};

/** The variable, with its dollar sign, that holds what a field or parameter of requests is given, if there is one. */
export function findVariable(field: string): string | undefined {
  const name =
    called[field] ??
    field
      .replace(/Id$/, '')
      .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
      .toUpperCase();
  return name in sources ? `$${name}` : undefined;
}

/** The variable of a field or parameter. Throws where there is none. */
export function variableOf(field: string): string {
  const variable = findVariable(field);
  if (!variable) throw new Error(`No variable of the examples gives ${field}.`);
  return variable;
}

/** Where values are listed: the path in the workspace, with other fields, and the position and name of the value. */
interface ValueList {
  path: string;
  position: number;
  value: string;
}

/** The list with the values of a field or parameter. */
export const listOfField = (field: string): ValueList | undefined =>
  listOfVariable(findVariable(field)?.slice(1) ?? '');

/** The list that a variable's value is taken from; undefined for those that are not a value of a list's entry. */
export function listOfVariable(name: string): ValueList | undefined {
  const source = sources[name];
  if (!source || !('list' in source)) return undefined;
  const [, position, value] = /^\.data\[(\d)\]\.(\w+)$/.exec(source.filter ?? FIRST_ID) ?? [];
  if (value === undefined) return undefined;
  const path = source.list.replaceAll(/\$(\w+)/g, fieldInPath);
  return { path, position: Number(position), value };
}

/** `$SERVICE_ACCOUNT` as the path parameter `{serviceAccountId}`. */
const fieldInPath = (_: string, name: string): string =>
  `{${name
    .replace(/_ID$/, '')
    .toLowerCase()
    .replaceAll(/_(\w)/g, (__, letter: string) => letter.toUpperCase())}Id}`;

/** The variables that commands use, except those of the first calls, with their own dependencies. */
export function variablesIn(commands: readonly string[]): string[] {
  const used = new Set<string>();
  const add = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\$([A-Z_]+)/g)) {
      const source = sources[name];
      if (!source || used.has(name)) continue;
      used.add(name);
      add('list' in source ? source.list : source.command.replace(`${name}=`, ''));
    }
  };
  commands.forEach(add);
  return Object.keys(sources).filter((name) => used.has(name));
}

/** A shell function: `pick PATH FILTER` prints one value of what the workspace answers at a path. */
export const PICK = `pick() { curl -s "${BASE_URL}/api/v1/workspaces/$WORKSPACE/$1" -H "Authorization: Bearer $TOKEN" | jq -r "$2"; }`;

/** The lines that set variables, to be pasted in this order. */
export const settingLines = (names: readonly string[]): string[] => names.map(line);

function line(name: string): string {
  const source = sources[name]!;
  if ('command' in source) return source.command;
  const { list, filter = FIRST_ID } = source;
  return `${name}=$(pick "${list}?limit=${filter.startsWith('.data[1]') ? 2 : 1}" '${filter}')`;
}
