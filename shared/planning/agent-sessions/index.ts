import { createAgentActivity } from './create-agent-activity.ts';
import { getAgentSession } from './get-agent-session.ts';
import { listAgentActivities } from './list-agent-activities.ts';
import { listAgentSessions } from './list-agent-sessions.ts';

export const agentSessionOperations = [
  listAgentSessions,
  getAgentSession,
  listAgentActivities,
  createAgentActivity,
];
