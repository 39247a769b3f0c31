import type { Change } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { commit } from '../../kernel/db/write.ts';
import { calledStoryOf, deleteSessionsOf } from './agent-session-store.ts';
import { commentKind, commentStoryOf, storedPlaceOf, toComment } from '../comments/comment-store.ts';
import { storyKind, toStory } from '../story/story-store.ts';
import { isImport, isNews } from '../news/news.ts';
import type { Projection, ProjectionContext } from '../../kernel/log/projection.ts';
import { callAgent, type AgentCall } from './call-agent.ts';
import { findAgent, findMentionedAgents } from './find-agents.ts';
import { passOnAnswer } from './pass-on-answer.ts';

/** DynamoDB's limit on transactions. */
const DELETES_AT_ONCE = 100;

/**
 * Opens a session when an agent is assigned or mentioned, and passes people's answers on to agents that wait for them.
 * Deletes the sessions of deleted stories.
 */
export const agentSessions: Projection = {
  name: 'agent-sessions',
  follows: [storyKind, commentKind],
  deletionsOnly: false,
  async handle(context, changes) {
    for (const change of changes) {
      if (commentKind.includes(change.key)) await followComment(context, change);
      else if (change.after === undefined) await deleteSessions(context, storyKind.idOf(change.key));
      else await followStory(context, change);
    }
  },
  rebuild: {
    leads: (item) => {
      const called = calledStoryOf(item);
      if (called !== undefined) return [{ key: storyKind.key(called) }];
      return storyKind.includes(item) || commentKind.includes(item) ? [{ key: item }] : [];
    },
  },
};

async function followStory(context: ProjectionContext, { before, after }: ItemChange): Promise<void> {
  if (after?.['doc'] === undefined) return;
  const story = toStory(after);
  const { id: storyId, workspaceId, teamId, assigneeId, createdAt, updatedAt } = story;
  const isAssigned =
    assigneeId !== null && (before?.['doc'] === undefined || toStory(before).assigneeId !== assigneeId);
  if (!isAssigned || isImport(story) || !isNews(updatedAt, context)) return;
  const agent = await findAgent(createReader(context.database), { workspaceId, teamId, id: assigneeId });
  if (!agent) return;
  const cause = { reason: 'assigned', openedBy: writerOf(after), commentId: null, at: updatedAt } as const;
  // A replay does not say whether the agent was assigned by this change or by an earlier one.
  const isFirst = before === undefined && updatedAt !== createdAt;
  await callAgent(context, { workspaceId, teamId, storyId, agent, cause, isFirst });
}

async function followComment(context: ProjectionContext, { before, after }: ItemChange): Promise<void> {
  const place = after?.['doc'] === undefined ? undefined : storedPlaceOf(after);
  if (!after || !place) return;
  const comment = toComment(after);
  const earlier = before?.['doc'] === undefined ? undefined : toComment(before);
  if (earlier?.content === comment.content) return;
  const at = earlier ? comment.updatedAt : comment.createdAt;
  if ((!earlier && comment.importedAt) || !isNews(at, context)) return;
  const read = createReader(context.database);
  const openedBy = writerOf(after);
  const mentioned = await findMentionedAgents(read, place, comment.content);
  const known = new Set(earlier ? await idsOf(findMentionedAgents(read, place, earlier.content)) : []);
  const storyId = commentStoryOf(after);
  const calls = mentioned
    .filter(({ id }) => !known.has(id) && id !== openedBy.id)
    .map((agent): AgentCall => {
      const cause = { reason: 'mentioned', openedBy, commentId: comment.id, at } as const;
      return { ...place, storyId, agent, cause, isFirst: false };
    });
  const called = new Set(mentioned.map(({ id }) => id));
  if (!earlier && openedBy.kind === 'user')
    await passOnAnswer(context, comment, { ...place, author: openedBy, called });
  for (const call of calls) await callAgent(context, call);
}

const idsOf = async (agents: Promise<readonly { id: string }[]>): Promise<string[]> =>
  (await agents).map(({ id }) => id);

async function deleteSessions({ database }: ProjectionContext, storyId: string): Promise<void> {
  const read = createReader(database);
  for (let changes: Change[]; (changes = await deleteSessionsOf(read, storyId)).length > 0;) {
    for (let start = 0; start < changes.length; start += DELETES_AT_ONCE)
      await commit(database, changes.slice(start, start + DELETES_AT_ONCE));
  }
}
