import { orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { activityCreateSchema, agentActivitySchema, type AgentActivity } from './agent-activity.ts';
import { ACTIVITIES_PATH, assertAgentOf, readableSessionOrThrow } from './agent-session-access.ts';
import { afterActivity } from './agent-session.ts';
import { addActivity, getActivityItem, getAgentSessionItem, toActivity } from './agent-session-store.ts';

export const createAgentActivity = operation({
  id: 'createAgentActivity',
  method: 'POST',
  path: ACTIVITIES_PATH,
  tag: 'Agent sessions',
  summary: 'Add an activity to an agent session',
  description:
    'Says what the agent of the session thinks, does, asks or has achieved; its state follows. Only the agent can; people answer with comments on the story. A session that has ended answers 409.',
  scopes: ['stories:write'],
  principals: ['serviceAccount'],
  teamRestricted: 'allowed',
  status: 201,
  errors: ['conflict'],
  params: { agentSessionId: uuid() },
  body: activityCreateSchema,
  output: agentActivitySchema,
  load: ({ path, read }) => ({ item: getAgentSessionItem(read, path.agentSessionId) }),
  handle: async ({ body: { kind, body, state }, loaded, caller, read, now, newId, commit }) => {
    const { session, teamId } = await readableSessionOrThrow({ caller, read }, loaded.item);
    assertAgentOf(caller, session);
    const activity: AgentActivity = {
      id: newId(),
      kind,
      body,
      at: now.toISOString(),
      author: caller.actor,
    };
    const next = afterActivity(session, activity, { now, hasFailed: state === 'failed' });
    await commit(
      addActivity(next, activity, { previous: session, teamId, stale: writeConflict }),
      activityRecord(session.id, activity),
    );
    return activity;
  },
  replay: async ({ resourceId, ...context }) => {
    const [sessionId, id] = resourceId.split('#') as [string, string];
    const [item, activity] = await Promise.all([
      getAgentSessionItem(context.read, sessionId),
      getActivityItem(context.read, sessionId, id),
    ]);
    await readableSessionOrThrow(context, item);
    return toActivity(orNotFound(activity, 'activity'));
  },
});

/** Names an activity in the record of an idempotency key. */
const activityRecord = (sessionId: string, { id }: AgentActivity): string => `${sessionId}#${id}`;
