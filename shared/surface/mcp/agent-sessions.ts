import * as z from 'zod';
import { list } from '../../kernel/api/operation/operation.ts';
import { runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { OperationResult } from '../../kernel/api/operation/execute.ts';
import type { Page } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { conflict, invalidRequest } from '../../kernel/core/errors.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { activityKinds, type AgentActivity } from '../../planning/agent-sessions/agent-activity.ts';
import { isEnded, type AgentSession } from '../../planning/agent-sessions/agent-session.ts';
import { createAgentActivity } from '../../planning/agent-sessions/create-agent-activity.ts';
import { listAgentActivities } from '../../planning/agent-sessions/list-agent-activities.ts';
import { listAgentSessions } from '../../planning/agent-sessions/list-agent-sessions.ts';
import { getListedStoryItems, storyKeyOf, toStory } from '../../planning/stories/story-store.ts';

/** A session as a model needs it. */
const sessionLine = memoize(() =>
  z.object({
    id: uuid(),
    reference: z.string().optional(),
    storyId: uuid(),
    content: z.string().meta({ description: 'The last activity.' }),
    status: z.string(),
    type: z.string().meta({ description: 'What opened it.' }),
    author: z.string(),
    commentId: uuid().nullable(),
    updatedAt: timestamp(),
  }),
);

type SessionLine = z.output<ReturnType<typeof sessionLine>>;

/** The sessions of agents on a story or, without one, those of the caller; with the rights of listAgentSessions. */
const listSessionLines = list({
  id: 'listSessionLines',
  path: listAgentSessions.path,
  tag: listAgentSessions.tag,
  summary: listAgentSessions.summary,
  scopes: listAgentSessions.scopes,
  query: () => ({ storyId: uuid().optional() }),
  item: sessionLine,
  handle: async ({ query: { storyId }, ...context }) => {
    const query = storyId === undefined ? { agentId: context.caller.principalId } : { storyId };
    const page = (await listAgentSessions.handle({ ...context, query })) as Page<AgentSession>;
    const keys = page.items.map((session) => storyKeyOf(session.storyId));
    const stories = await getListedStoryItems(context.read, keys);
    return { ...page, items: page.items.map((session, position) => lineOf(session, stories[position])) };
  },
});

const lineOf = (session: AgentSession, story: Item | undefined): SessionLine => ({
  id: session.id,
  ...(story ? { reference: toStory(story).reference } : {}),
  storyId: session.storyId,
  content: session.lastActivity?.body ?? '',
  status: session.state,
  type: session.reason,
  author: session.agent.name,
  commentId: session.commentId,
  updatedAt: session.updatedAt,
});

/** Lists sessions as lines. */
export async function listedSessions({ args, ...call }: ToolCall): Promise<OperationResult> {
  const { workspaceId, storyId, limit, cursor } = args;
  const given = Object.entries({ workspaceId, storyId, limit, cursor });
  const present = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return await runOperation(listSessionLines, { ...call, args: present });
}

/** Lists what was said in a session, newest first, like comments. */
export async function activitiesOf({ args, ...call }: ToolCall): Promise<OperationResult> {
  const { session: agentSessionId, ...page } = args;
  const listed = await runOperation(listAgentActivities, { ...call, args: { ...page, agentSessionId } });
  const data = (listed.data as AgentActivity[]).map(({ id, kind, body, at, author }) => ({
    id,
    content: body,
    type: kind,
    actor: author,
    updatedAt: at,
  }));
  return { ...listed, data };
}

/** What an agent can say in its session; `failed` ends it. */
export const sayings = [...activityKinds, 'failed'] as const;

/** Adds an activity to the open session that the caller has on a story. */
export async function reportActivity(call: ToolCall): Promise<OperationResult> {
  const { workspaceId, storyId, content, activity, idempotencyKey } = call.args;
  if (!sayings.some((one) => one === activity)) throw unknownActivity();
  const { principalId: agentId } = await call.principalIn(workspaceId as string);
  const listed = await runOperation(listAgentSessions, { ...call, args: { workspaceId, storyId, agentId } });
  const session = (listed.data as AgentSession[]).find((one) => !isEnded(one));
  if (!session) throw noSession();
  const said = activity === 'failed' ? { kind: 'result', state: 'failed' } : { kind: activity };
  const args = { workspaceId, agentSessionId: session.id, ...said, body: content, idempotencyKey };
  return await runOperation(createAgentActivity, { ...call, args });
}

const unknownActivity = () =>
  invalidRequest([{ path: 'activity', code: 'not_one_of', message: `must be one of ${sayings.join(', ')}` }]);

const noSession = () =>
  conflict(
    'You have no open session on this story.',
    'One is opened when you are assigned to the story, or mentioned in a comment.',
  );
