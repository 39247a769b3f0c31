import { defineDocument } from '../../kernel/db/document.ts';
import { gsi3, gsi5, gsi6, inIndex, itemKind } from '../../kernel/db/table.ts';
import { timeOfId } from '../../kernel/core/id.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { actorIn, signatureOf } from '../../kernel/db/signature.ts';
import type { AgentActivity } from './agent-activity.ts';
import { agentSessionSchema, type AgentSession } from './agent-session.ts';

export const agentSessionDocument = defineDocument(agentSessionSchema);

/** Identifies these items in the table's stream. Their partitions also have the activities. */
export const agentSessionKind = itemKind('AS#', 'workspace');
const sessionKey = agentSessionKind.key;

/** Indexes with keys only, so that activities, which change none of them, cost nothing there. */
const agentSessionIndexes = { workspace: gsi5, agent: gsi3, story: gsi6 } as const;

const partitions = {
  workspace: (workspaceId: string) => `W#${workspaceId}#AS`,
  agent: (agentId: string) => `M#${agentId}#AS`,
  story: (storyId: string) => `S#${storyId}#AS`,
};

/** The index and partition of the sessions of an agent, of a story or of a workspace, newest first. */
export function sessionPartition(of: {
  workspaceId: string;
  agentId?: string | undefined;
  storyId?: string | undefined;
}) {
  const { workspaceId, agentId, storyId } = of;
  if (storyId !== undefined)
    return { index: agentSessionIndexes.story, partition: partitions.story(storyId) };
  if (agentId !== undefined)
    return { index: agentSessionIndexes.agent, partition: partitions.agent(agentId) };
  return { index: agentSessionIndexes.workspace, partition: partitions.workspace(workspaceId) };
}

export const agentSessionSortKey = (id: string): string => sessionKey(id).pk;
export const agentSessionIdOf = agentSessionKind.idOf;

export const getAgentSessionItem = (read: Reader, id: string) => read.get(sessionKey(id));
export const toAgentSession = (item: Item): AgentSession => agentSessionDocument.read(item);

/** Reads sessions by key, as lists return them. Eventually consistent; some may be gone. */
export async function getListedSessions(read: Reader, keys: readonly Key[]): Promise<Item[]> {
  const items = await read.getMany(keys, ['doc']);
  return items.filter((item) => item !== undefined);
}

/** Where the story of a session belonged at its last change, which events need after the story is deleted. */
export const placeOfSession = (item: Item) => ({
  workspaceId: toAgentSession(item).workspaceId,
  teamId: item['teamId'] as string,
});

/** Stores a new session, unless it is there. */
export const putAgentSession = (session: AgentSession, teamId: string, exists: () => Error): Change => ({
  put: {
    ...sessionKey(session.id),
    ...agentSessionDocument.write(session),
    teamId,
    updatedAt: session.updatedAt,
    ...inIndex(agentSessionIndexes.workspace, partitions.workspace(session.workspaceId)),
    ...inIndex(agentSessionIndexes.agent, partitions.agent(session.agent.id)),
    ...inIndex(agentSessionIndexes.story, partitions.story(session.storyId)),
  },
  if: 'absent',
  onConditionFailed: exists,
});

/** Changes that add an activity to a session, and give the session its next version. */
export const addActivity = (
  session: AgentSession,
  activity: AgentActivity,
  { previous, teamId, stale }: { previous: AgentSession; teamId: string; stale: () => Error },
): Change[] => [
  {
    update: sessionKey(session.id),
    with: { set: { ...agentSessionDocument.write(session), teamId, updatedAt: session.updatedAt } },
    if: { equals: { updatedAt: previous.updatedAt } },
    onConditionFailed: stale,
  },
  { put: activityItem(session.id, activity), if: 'absent', onConditionFailed: stale },
];

const ACTIVITY = 'A#';

const activityKey = (sessionId: string, id: string): Key => ({
  pk: sessionKey(sessionId).pk,
  sk: `${ACTIVITY}${id}`,
});

const activityItem = (sessionId: string, { id, kind, body, author }: AgentActivity): Item => ({
  ...activityKey(sessionId, id),
  kind,
  body,
  author: signatureOf(author),
});

export function toActivity({ sk, kind, body, author }: Item): AgentActivity {
  const id = sk.slice(ACTIVITY.length);
  const at = new Date(timeOfId(id)).toISOString();
  return {
    id,
    kind: kind as AgentActivity['kind'],
    body: body as string,
    at,
    author: actorIn(author),
  };
}

export const getActivityItem = (read: Reader, sessionId: string, id: string) =>
  read.get(activityKey(sessionId, id));

/** Up to `limit` activities of a session, newest first, after the one with an id. */
export async function findActivities(
  read: Reader,
  sessionId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AgentActivity[]> {
  const { pk, sk: from } = activityKey(sessionId, '');
  const to = after === undefined ? `${from}g` : `${from}${after}`;
  const found = await read.range({ pk, from, to, limit: limit + 1, descending: true });
  // A range includes both of its ends.
  return found
    .filter(({ sk }) => sk !== `${ACTIVITY}${after}`)
    .slice(0, limit)
    .map(toActivity);
}

/** The maximum number of sessions of one story that are deleted with it at a time. */
const SESSIONS_AT_ONCE = 100;

/** Changes that delete sessions of a deleted story with their activities, and who was called to it; none if all are. */
export async function deleteSessionsOf(read: Reader, storyId: string): Promise<Change[]> {
  const { index, partition } = sessionPartition({ workspaceId: '', storyId });
  const sessions = await read.query({ index, partition, limit: SESSIONS_AT_ONCE });
  const items = await Promise.all(sessions.map(({ pk }) => read.children(pk)));
  const called = await read.children(calledKey(storyId, '').pk);
  return [...items.flat(), ...called].map(({ pk, sk }) => ({ delete: { pk, sk } }));
}

/** The last call of an agent to a story, so that each opens at most one session however often the stream brings it. */
const calledKind = itemKind('AGC#', 'workspace', 'any');

const calledKey = (storyId: string, agentId: string): Key => ({
  pk: calledKind.key(storyId).pk,
  sk: agentId,
});

interface LastCall {
  agentId: string;
  sessionId: string;
  /** The time of the last assignment or mention. */
  at: string;
}

const toLastCall = ({ sk, sessionId, at }: Item): LastCall => ({
  agentId: sk,
  sessionId: sessionId as string,
  at: at as string,
});

/** The last calls of all agents to a story. Strongly consistent. */
export const getLastCalls = async (read: Reader, storyId: string): Promise<LastCall[]> =>
  (await read.children(calledKey(storyId, '').pk)).map(toLastCall);

/** Records the last call of an agent to a story. Throws `stale` if another one came in between. */
export const putLastCall = (
  storyId: string,
  { agentId, sessionId, at }: LastCall,
  previous: LastCall | undefined,
  stale: () => Error,
): Change => ({
  put: { ...calledKey(storyId, agentId), sessionId, at },
  if: previous ? { equals: { at: previous.at, sessionId: previous.sessionId } } : 'absent',
  onConditionFailed: stale,
});

/** The story with an item's key, if the item says which agent was called to it. */
export const calledStoryOf = (item: Item): string | undefined =>
  calledKind.includes(item) ? calledKind.idOf(item) : undefined;
