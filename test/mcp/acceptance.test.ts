import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { connect } from '../support/oauth.ts';
import { signedIn } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';

test('a workspace that a person has not accepted is not theirs over MCP until they accept', async () => {
  const own = await newWorkspace();
  const person = await own.person('member');
  const { email } = (await own.operator.getMember(own.id, person.id))!;
  const pushy = await newWorkspace();
  const boss = await pushy.person('admin');
  const add = () => boss.client.post(`${pushy.path}/members`, { name: 'Mine', email, role: 'admin' });
  const { data: added } = (await add()).json;
  const browser = await signedIn(sharedService(), own, person);
  const client = await connectedClient(person);
  const workspaces = async () =>
    (await client.use('list_workspaces', {})).data.map(({ id, memberId }: any) => [id, memberId]);

  expect(await workspaces()).toEqual([[own.id, person.id]]);
  const refused = await client.refused('list_teams', { workspaceId: pushy.id });
  const nowhere = await client.refused('list_teams', { workspaceId: randomUUID() });
  expect({ ...refused, requestId: '' }).toEqual({ ...nowhere, requestId: '' });

  const path = `/account/workspaces/${pushy.id}`;
  await browser.submit(await browser.open('/account'), `${path}/accept`);
  expect(await workspaces()).toEqual([
    [pushy.id, added.id],
    [own.id, person.id],
  ]);
  expect((await client.use('list_teams', { workspaceId: pushy.id })).data).toEqual([]);

  await browser.submit(await browser.open('/account'), `${path}/leave`);
  expect(await workspaces()).toEqual([[own.id, person.id]]);
  // Back again: as before, it is for them to say so.
  expect((await add()).json.data).toMatchObject({ id: added.id, acceptedAt: null });
  expect(await workspaces()).toEqual([[own.id, person.id]]);
});

test('an access token for the API reaches accepted workspaces only', async () => {
  const own = await newWorkspace();
  const person = await own.person('member');
  const { email } = (await own.operator.getMember(own.id, person.id))!;
  const pushy = await newWorkspace();
  const team = await pushy.team();
  const boss = await pushy.person('admin', [team]);
  const story = await createStoryAs(boss.client, pushy, { teamId: team.id });
  const { data: added } = (
    await boss.client.post(`${pushy.path}/members`, { name: 'Mine', email, role: 'admin' })
  ).json;
  await boss.client.post(`${pushy.path}/teams/${team.id}/members`, { memberId: added.id });
  const browser = await signedIn(sharedService(), own, person);
  const { baseUrl } = sharedService();
  const { accessToken } = await connect(baseUrl, browser, { resource: `${baseUrl}/api/v1` });
  const client = createClient(baseUrl, accessToken);
  const update = () =>
    client.patch(`${pushy.path}/stories/${story.id}`, {
      expectedUpdatedAt: story.updatedAt,
      title: 'By a client',
    });

  expect((await update()).json.error.code).toBe('workspace_mismatch');
  await browser.submit(await browser.open('/account'), `/account/workspaces/${pushy.id}/accept`);
  expect((await update()).status).toBe(200);
  // What the workspace itself has made for them goes on as it did.
  const token = await pushy.clientFor(added.id);
  expect((await token.get('/api/v1/me')).json.data.principalId).toBe(added.id);
});
