import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { agentSessionKind, placeOfSession, toAgentSession } from './agent-session-store.ts';
import { agentSessionSchema } from './agent-session.ts';

export const agentSessionNoun = defineNoun({
  name: 'agent_session',
  words: 'An agent session',
  plural: 'agent sessions',
  item: agentSessionKind,
  toResource: toAgentSession,
  schema: agentSessionSchema,
  examples: {},
  reader: { scopes: ['stories:read'], role: 'guest' },
  placeOf: async (item) => placeOfSession(item),
  ofTeam: 'none',
  events: { clients: 'The session of an agent on a story' },
  history: 'none',
  // Nothing is to be done about what an agent said.
  reverts: ['created', 'updated'],
  names: 'none',
  search: 'none',
  mirror: 'none',
});
