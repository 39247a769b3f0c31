import type { Actor } from '../../kernel/core/actor.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { truncate } from '../../kernel/core/truncate.ts';
import { commit } from '../../kernel/db/write.ts';
import { eventId } from '../../kernel/log/event.ts';
import { ACTIVITY_MAX_CHARACTERS, type AgentActivity } from './agent-activity.ts';
import { ACTIVITIES_MAX, afterActivity, isEnded, type AgentSession } from './agent-session.ts';
import {
  addActivity,
  getActivityItem,
  getAgentSessionItem,
  getLastCalls,
  toAgentSession,
} from './agent-session-store.ts';
import type { StoredComment } from '../comments/comment.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';

interface PersonsAnswer {
  teamId: string;
  author: Actor;
  /** The ids of the agents that the comment mentions. */
  called: ReadonlySet<string>;
}

/** Adds a person's comment to the sessions that wait for an answer or whose agents it mentions. */
export async function passOnAnswer(
  context: ProjectionContext,
  comment: StoredComment,
  answer: PersonsAnswer,
): Promise<void> {
  const calls = await getLastCalls(createReader(context.database), comment.storyId);
  for (const { sessionId } of calls) {
    await retryOnConflict(
      () => addAnswer(context, comment, answer, sessionId),
      orRedeliver('The session kept changing.'),
    );
  }
}

/** Adds the answer to a session, unless it is there already; its id follows from that of the comment. */
async function addAnswer(
  { database, now }: ProjectionContext,
  { id, content, createdAt }: StoredComment,
  { teamId, author, called }: PersonsAnswer,
  sessionId: string,
): Promise<void> {
  const activityId = eventId(`${sessionId} ${id}`, 'answer', new Date(createdAt));
  const read = createReader(database);
  const [item, there] = await Promise.all([
    getAgentSessionItem(read, sessionId),
    getActivityItem(read, sessionId, activityId),
  ]);
  const session = item && toAgentSession(item);
  if (!session || there || createdAt <= session.startedAt || !takesAnswer(session, createdAt, called)) return;
  const activity: AgentActivity = {
    id: activityId,
    kind: 'answer',
    body: truncate(content, ACTIVITY_MAX_CHARACTERS),
    at: createdAt,
    author,
  };
  const next = afterActivity(session, activity, { now, hasFailed: false });
  const changes = addActivity(next, activity, { previous: session, teamId, stale: writeConflict });
  await commit(database, changes, author);
}

/** Whether a comment is for an agent: said after its question, or with its name. */
function takesAnswer(session: AgentSession, saidAt: string, called: ReadonlySet<string>): boolean {
  if (isEnded(session) || session.activityCount >= ACTIVITIES_MAX) return false;
  const isAsked = session.state === 'awaiting_input' && saidAt > session.lastActivityAt;
  return isAsked || called.has(session.agent.id);
}
