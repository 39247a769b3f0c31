import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { AGENT_SESSION_PATH, readableSessionOrThrow } from './agent-session-access.ts';
import { agentSessionSchema, sessionAt } from './agent-session.ts';
import { getAgentSessionItem } from './agent-session-store.ts';

export const getAgentSession = operation({
  id: 'getAgentSession',
  method: 'GET',
  path: AGENT_SESSION_PATH,
  tag: 'Agent sessions',
  summary: 'Get an agent session',
  description: 'Returns the session of an agent on a story, with its last activity.',
  scopes: ['stories:read'],
  params: { agentSessionId: uuid() },
  output: agentSessionSchema,
  load: ({ path, read }) => ({ item: getAgentSessionItem(read, path.agentSessionId) }),
  handle: async ({ loaded, now, ...context }) => {
    const { session } = await readableSessionOrThrow(context, loaded.item);
    return sessionAt(session, now);
  },
});
