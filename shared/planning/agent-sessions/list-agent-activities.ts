import { list } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { agentActivitySchema } from './agent-activity.ts';
import { ACTIVITIES_PATH, readableSessionOrThrow } from './agent-session-access.ts';
import { findActivities, getAgentSessionItem } from './agent-session-store.ts';

export const listAgentActivities = list({
  id: 'listAgentActivities',
  path: ACTIVITIES_PATH,
  tag: 'Agent sessions',
  summary: 'List the activities of an agent session',
  description:
    'Returns what the agent did, newest first, and what people answered while it waited or when they mentioned it.',
  scopes: ['stories:read'],
  params: { agentSessionId: uuid() },
  item: agentActivitySchema,
  load: ({ path, read }) => ({ item: getAgentSessionItem(read, path.agentSessionId) }),
  handle: async ({ path, loaded, page: { after, limit }, ...context }) => {
    await readableSessionOrThrow(context, loaded.item);
    const found = await findActivities(context.read, path.agentSessionId, { after, limit: limit + 1 });
    const items = found.slice(0, limit);
    return { items, next: found.length > limit ? items.at(-1)!.id : undefined };
  },
});
