import { expect, test } from 'vitest';
import { proposalApi } from '../proposals/proposal-api.ts';
import { signedIn } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import { connectApplication, connectionOf, narrowApplication, tickTeams, type Connected } from './consent.ts';

const service = sharedService();
const workspace = await newWorkspace();
const team = await workspace.team();
const person = await workspace.person('member', [team]);
const lead = await workspace.person('member', [team]);
const browser = await signedIn(service, workspace, person);

const createStory = async ({ mcp }: Connected) =>
  await mcp.callTool('create_story', {
    workspaceId: workspace.id,
    teamId: team.id,
    title: 'By an application',
    idempotencyKey: newKey(),
  });

test('the consent page offers to have an application only propose, and it does', async () => {
  const connected = await connectApplication(service, browser, { access: 'propose' });
  const page = connected.page.text;
  expect(page).toContain('Read and propose');
  const result = await createStory(connected);
  const { data, proposal } = result.structuredContent;
  expect(result.content[0]!.text).toContain(
    `nothing is changed until someone accepts proposal ${proposal.id}`,
  );
  expect((await person.client.get(`${workspace.path}/stories/${data.id}`)).status).toBe(404);
  const api = proposalApi(workspace, lead.client);
  expect((await api.get(proposal.id)).json.data.by).toEqual({ kind: 'user', id: person.id, via: 'mcp' });
  expect((await api.accept(proposal.id)).json.data.applied).toHaveLength(1);
  expect((await person.client.get(`${workspace.path}/stories/${data.id}`)).json.data.title).toBe(
    'By an application',
  );
  const row = await connectionOf(browser, connected);
  expect(row).toContain('others accept it');
  expect(row).not.toContain('name="proposesOnly"');
});

test('a connected application is narrowed to it from the next call on', async () => {
  const connected = await connectApplication(service, browser);
  expect((await createStory(connected)).structuredContent).not.toHaveProperty('proposal');
  await narrowApplication(browser, connected, { proposesOnly: 'on', ...tickTeams(team.id) });
  expect((await createStory(connected)).structuredContent).toHaveProperty('proposal');
});
