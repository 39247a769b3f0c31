import { newWorkspace } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';

/** A workspace with a team, and a member of it whose client is connected over MCP. */
export async function newMcpWorkspace() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  return { workspace, team, person, client: await connectedClient(person) };
}
