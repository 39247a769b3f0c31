import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { ApiError, notFound } from '../../kernel/core/errors.ts';
import { getStoryItem, storyTeamOf } from '../story/story-store.ts';
import type { AgentSession } from './agent-session.ts';
import { toAgentSession } from './agent-session-store.ts';

export const AGENT_SESSIONS_PATH = `${WORKSPACE_PATH}/agent-sessions`;
export const AGENT_SESSION_PATH = `${AGENT_SESSIONS_PATH}/{agentSessionId}`;
export const ACTIVITIES_PATH = `${AGENT_SESSION_PATH}/activities`;

/** A session with the team that its story is in now. */
interface ReadableSession {
  session: AgentSession;
  teamId: string;
}

/** Returns the session if the caller can read its story; otherwise throws a 404. */
export async function readableSessionOrThrow(
  { caller, read }: { caller: Caller; read: Reader },
  item: Item | undefined,
): Promise<ReadableSession> {
  if (!item) throw notFound('agent session');
  const session = toAgentSession(item);
  const story = await getStoryItem(read, session.storyId);
  if (!story || !caller.teamIds.has(storyTeamOf(story))) throw notFound('agent session');
  return { session, teamId: storyTeamOf(story) };
}

/** Throws a 403 unless the caller is the agent of the session. */
export function assertAgentOf(caller: Caller, { agent }: AgentSession): void {
  if (caller.principalId === agent.id) return;
  throw new ApiError('principal_not_supported', `Only ${agent.name} adds activities to its session.`, {
    hint: 'Comment on the story instead.',
  });
}
