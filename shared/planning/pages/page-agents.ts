/** What the page of a member's work needs of the sessions of agents. */
export { listAgentSessions } from '../agent-sessions/list-agent-sessions.ts';
export type { AgentSession } from '../agent-sessions/agent-session.ts';
