import { eventId } from '../../kernel/log/event.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { isEnded, newSession, type Cause } from './agent-session.ts';
import {
  getAgentSessionItem,
  getLastCalls,
  putAgentSession,
  putLastCall,
  toAgentSession,
} from './agent-session-store.ts';
import { getStoryItem, storyExists } from '../story/story-store.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';
import type { Agent } from './find-agents.ts';

/** An agent that was assigned to a story or mentioned on it. */
export interface AgentCall {
  workspaceId: string;
  teamId: string;
  storyId: string;
  agent: Agent;
  cause: Cause;
  /** Whether it only counts if the agent has never been called to the story. */
  isFirst: boolean;
}

/**
 * Opens a session for a called agent, unless its last one on the story has not ended. The last call is written along
 * with it, so that a call which the stream brings again, even after the session has ended, opens no other.
 */
export const callAgent = (context: ProjectionContext, call: AgentCall): Promise<void> =>
  retryOnConflict(() => openOnce(context, call), orRedeliver('Others kept calling the agent.'));

async function openOnce({ database }: ProjectionContext, call: AgentCall): Promise<void> {
  const { workspaceId, teamId, storyId, agent, cause, isFirst } = call;
  const read = createReader(database);
  const [calls, story] = await Promise.all([getLastCalls(read, storyId), getStoryItem(read, storyId)]);
  const last = calls.find(({ agentId }) => agentId === agent.id);
  if (!story || (last && (isFirst || last.at >= cause.at))) return;
  const item = last && (await getAgentSessionItem(read, last.sessionId));
  const { at } = cause;
  if (last && item && !isEnded(toAgentSession(item))) {
    await commit(database, [putLastCall(storyId, { ...last, at }, last, writeConflict)]);
    return;
  }
  const id = eventId(`${storyId} ${agent.id}`, at, new Date(at));
  const caller = { kind: 'service_account', id: agent.id, name: agent.name } as const;
  const session = newSession({ id, workspaceId, storyId, agent: caller }, cause);
  const changes = [
    storyExists(storyId, writeConflict),
    putAgentSession(session, teamId, writeConflict),
    putLastCall(storyId, { agentId: agent.id, sessionId: id, at }, last, writeConflict),
  ];
  await commit(database, changes, cause.openedBy);
}
