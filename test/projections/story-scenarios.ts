import type { Team } from '../../shared/identity/teams/team.ts';
import type { Client } from '../support/client.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import { agentScenario } from './agent-scenario.ts';
import { binScenario } from './bin-scenario.ts';

/** The scenarios of what is kept of stories besides themselves: the bin, and the sessions of agents. */
export const storyScenarios = (workspace: TestWorkspace, team: Team, client: Client) => ({
  bin: () => binScenario(workspace, team, client),
  'agent-sessions': () => agentScenario(workspace, team, client),
});
