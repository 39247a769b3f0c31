import * as z from 'zod';
import { actorSchema } from '../../kernel/core/actor-schema.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { conflict } from '../../kernel/core/errors.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { agentActivitySchema, type ActivityKind, type AgentActivity } from './agent-activity.ts';

/** The states of a session; `stale` is not stored, but follows from the time of the last activity. */
export const agentSessionState = memoize(() =>
  z
    .enum(['pending', 'active', 'awaiting_input', 'completed', 'failed', 'stale'])
    .meta({ id: 'AgentSessionState' }),
);
type AgentSessionState = z.output<ReturnType<typeof agentSessionState>>;

/** What opens a session. */
const sessionReasons = ['assigned', 'mentioned'] as const;
type SessionReason = (typeof sessionReasons)[number];

/** How long an agent may be silent, unless it waits for an answer. */
const STALE_AFTER_MS = 30 * 60 * 1000;

/** The maximum number of activities of a session; one that ends it is always accepted. */
export const ACTIVITIES_MAX = 1_000;

export const agentSessionSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      storyId: uuid(),
      agent: z.object({ kind: z.literal('service_account'), id: uuid(), name: z.string() }),
      state: agentSessionState().meta({
        description:
          'pending until the agent does something; awaiting_input after a question; completed after a result. A pending or active session without activity for 30 minutes is stale until there is one again.',
      }),
      reason: z.enum(sessionReasons).meta({ description: 'What opened the session.' }),
      openedBy: actorSchema(),
      commentId: uuid().nullable().meta({ description: 'The comment that mentioned the agent.' }),
      lastActivity: agentActivitySchema().nullable(),
      activityCount: z.int(),
      startedAt: timestamp(),
      lastActivityAt: timestamp().meta({ description: 'Without activities, when the session was opened.' }),
      endedAt: timestamp().nullable(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'AgentSession', description: 'The work of an agent on a story that it was called to.' }),
);

export type AgentSession = z.output<ReturnType<typeof agentSessionSchema>>;

/** Why and by whom a session is opened. */
export interface Cause {
  reason: SessionReason;
  openedBy: Actor;
  commentId: string | null;
  /** The time of the assignment or mention. */
  at: string;
}

/** A session that was just opened. */
export const newSession = (
  { id, workspaceId, storyId, agent }: Pick<AgentSession, 'id' | 'workspaceId' | 'storyId' | 'agent'>,
  { at, ...cause }: Cause,
): AgentSession => ({
  id,
  workspaceId,
  storyId,
  agent,
  state: 'pending',
  ...cause,
  lastActivity: null,
  activityCount: 0,
  startedAt: at,
  lastActivityAt: at,
  endedAt: null,
  updatedAt: at,
});

/** Whether a session is over. A stale one is not: its next activity makes it active again. */
export const isEnded = ({ endedAt }: Pick<AgentSession, 'endedAt'>): boolean => endedAt !== null;

/** A session as it is at a time: stale if its agent has been silent for too long. */
export function sessionAt(session: AgentSession, now: Date): AgentSession {
  const isAgentsTurn = session.state === 'pending' || session.state === 'active';
  const isSilent = now.getTime() - Date.parse(session.lastActivityAt) >= STALE_AFTER_MS;
  return isAgentsTurn && isSilent ? { ...session, state: 'stale' } : session;
}

const stateAfter: Readonly<Record<ActivityKind, AgentSessionState>> = {
  thought: 'active',
  action: 'active',
  answer: 'active',
  question: 'awaiting_input',
  result: 'completed',
};

/** A session after an activity; `failed` if the agent gives up with it. Throws a 409 if the session takes no more. */
export function afterActivity(
  session: AgentSession,
  activity: AgentActivity,
  { now, hasFailed }: { now: Date; hasFailed: boolean },
): AgentSession {
  if (isEnded(session)) throw sessionEnded(session);
  const state = hasFailed ? 'failed' : stateAfter[activity.kind];
  const ends = state === 'failed' || state === 'completed';
  if (!ends && session.activityCount >= ACTIVITIES_MAX) throw tooManyActivities();
  return {
    ...session,
    state,
    lastActivity: activity,
    activityCount: session.activityCount + 1,
    lastActivityAt: activity.at,
    endedAt: ends ? activity.at : null,
    updatedAt: nextTimestamp(now, session.updatedAt),
  };
}

const sessionEnded = ({ state }: AgentSession) =>
  conflict(
    `The session is ${state} and takes no more activities.`,
    'Assigning the agent to the story again, or mentioning it in a comment, opens a new session.',
  );

const tooManyActivities = () =>
  conflict(
    `The session has ${ACTIVITIES_MAX.toLocaleString('en')} activities, the maximum.`,
    'End it with a result, or with state failed.',
  );
