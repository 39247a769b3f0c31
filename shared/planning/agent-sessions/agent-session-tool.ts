import * as z from 'zod';
import { list } from '../../kernel/api/operation/operation.ts';
import { runOperation, withArgumentNames } from '../../kernel/api/mcp/tool.ts';
import { PAGE, type ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import type { Page } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { conflict, invalidRequest } from '../../kernel/core/errors.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { activityKinds } from './agent-activity.ts';
import { isEnded, type AgentSession } from './agent-session.ts';
import { createAgentActivity } from './create-agent-activity.ts';
import { listAgentActivities } from './list-agent-activities.ts';
import { listAgentSessions } from './list-agent-sessions.ts';
import { getListedStoryItems, storyKeyOf, toStory } from '../story/story-store.ts';

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

/** list_comments: lists sessions as lines. */
export const listedSessions: ToolVariant = {
  askedBy: ['sessions'],
  takes: ['storyId', ...PAGE],
  operations: [listAgentSessions],
  input: () => ({
    sessions: z.boolean().optional().meta({ description: 'Of agents; yours without story.' }),
  }),
  run: async (call) => await runOperation(listSessionLines, call),
};

/** list_comments: lists what was said in a session, newest first, like comments. */
export const listedActivities: ToolVariant = {
  askedBy: ['session'],
  takes: PAGE,
  input: () => ({ session: z.string().optional().meta({ description: 'What was said in one.' }) }),
  run: async ({ args, ...call }) => {
    const { session: agentSessionId, ...page } = args;
    const listed = await runOperation(listAgentActivities, { ...call, args: { ...page, agentSessionId } });
    const data = listed.data.map(({ id, kind, body, at, author }) => ({
      id,
      content: body,
      type: kind,
      actor: author,
      updatedAt: at,
    }));
    return { ...listed, data };
  },
};

/** What an agent can say in its session; `failed` ends it. */
const sayings = [...activityKinds, 'failed'] as const;

/** save_comment: adds an activity to the open session that the caller has on a story. */
export const reportedActivity: ToolVariant = {
  askedBy: ['activity'],
  takes: ['storyId', 'content'],
  operations: [createAgentActivity],
  input: () => ({ activity: z.enum(sayings).optional().meta({ description: 'In your session.' }) }),
  run: async (call) => {
    const { workspaceId, storyId, content, activity, idempotencyKey } = call.args;
    if (!sayings.some((one) => one === activity)) throw unknownActivity();
    const { principalId: agentId } = await call.principalIn(workspaceId as string);
    const own = { ...call, args: { workspaceId, storyId, agentId } };
    const { data } = await runOperation(listAgentSessions, own);
    const session = data.find((one) => !isEnded(one));
    if (!session) throw noSession();
    const said = activity === 'failed' ? { kind: 'result', state: 'failed' } : { kind: activity };
    const args = { workspaceId, agentSessionId: session.id, ...said, body: content, idempotencyKey };
    return await withArgumentNames({ body: 'content' }, () =>
      runOperation(createAgentActivity, { ...call, args }),
    );
  },
};

const unknownActivity = () =>
  invalidRequest([{ path: 'activity', code: 'not_one_of', message: `must be one of ${sayings.join(', ')}` }]);

const noSession = () =>
  conflict(
    'You have no open session on this story.',
    'One is opened when you are assigned to the story, or mentioned in a comment.',
  );
