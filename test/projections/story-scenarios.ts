import type { Team } from '../../shared/identity/team/team.ts';
import type { Client } from '../support/client.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import { accountEndpointScenario, agentScenario } from './agent-scenario.ts';
import { attachmentScenario } from './attachment-scenario.ts';
import { binScenario } from './bin-scenario.ts';

/** The scenarios of what is kept of stories besides themselves: the bin, files, and the sessions of agents. */
export const storyScenarios = (workspace: TestWorkspace, team: Team, client: Client) => ({
  'attachment-files': () => attachmentScenario(workspace, team, client),
  bin: () => binScenario(workspace, team, client),
  'agent-sessions': () => agentScenario(workspace, team, client),
  'account-endpoints': () => accountEndpointScenario(workspace, team, client),
});
