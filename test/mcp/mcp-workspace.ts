import { storyApi } from '../stories/story-api.ts';
import { newWorkspace } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';

/** A workspace with a team, and a member of it whose client is connected over MCP. */
export async function newMcpWorkspace() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  return { workspace, team, person, client: await connectedClient(person) };
}

/** A workspace with a team, in which an admin changes stories and a member's client follows the events. */
export async function newEventsWorkspace() {
  const { workspace, team, person: member, client } = await newMcpWorkspace();
  const admin = await workspace.person('admin', [team]);
  return { workspace, team, admin, member, client, stories: storyApi(workspace, admin.client) };
}
