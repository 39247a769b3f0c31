import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

/** An admin of a workspace with one team, and a client with a token of theirs that is restricted to it. */
async function restrictedAdmin() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  return { workspace, team, admin, client: await workspace.clientFor(admin.id, { teamIds: [team.id] }) };
}

test("an admin's token that is restricted to a team changes nothing of the workspace", async () => {
  const { workspace, team, client } = await restrictedAdmin();
  const other = await workspace.person('member', [team]);
  const member = `${workspace.path}/members/${other.id}`;
  const { json } = await client.get(member);

  const refused = [
    await client.post(`${workspace.path}/members`, { email: `${newKey()}@example.com`, name: 'x' }),
    await client.patch(member, { expectedUpdatedAt: json.data.updatedAt, role: 'admin' }),
    await client.delete(member),
    await client.post(`${workspace.path}/labels`, { name: 'x' }),
    await client.post(`${workspace.path}/teams`, { name: 'x', code: 'XX' }),
  ];
  for (const answer of refused) expectRefusal(answer, 403, 'restricted_credential');
  expect((await client.get(member)).json).toEqual(json);
  expect((await client.post(`${workspace.path}/labels`, { name: 'x', teamId: team.id })).status).toBe(201);
});

test("a restricted token neither reads nor changes tokens and service accounts, its own teams' included", async () => {
  const { workspace, team, admin, client } = await restrictedAdmin();
  const account = await workspace.serviceAccount([team]);
  const [key] = await workspace.operator.listTokens(workspace.id, account.id);
  const token = await workspace.tokenFor((await workspace.person('admin')).id);
  const accounts = `${workspace.path}/service-accounts`;
  const at = `${accounts}/${account.id}`;
  const { json } = await admin.client.get(at);

  const refused = [
    await client.get(accounts),
    await client.get(at),
    await client.get(`${at}/keys`),
    await client.post(accounts, { name: 'x', teamIds: [team.id] }),
    await client.patch(at, { expectedUpdatedAt: json.data.updatedAt, name: 'x' }),
    await client.post(`${at}/teams`, { teamId: team.id }),
    await client.delete(`${at}/teams/${team.id}`),
    await client.post(`${at}/keys`, { name: 'x', scopes: ['stories:read'], teamRestriction: [team.id] }),
    await client.post(`${at}/keys/${key!.id}/revoke`),
    await client.delete(at),
    await client.get(`${workspace.path}/tokens`),
    await client.post(`${workspace.path}/tokens`, {
      name: 'x',
      scopes: ['stories:read'],
      teamRestriction: [team.id],
    }),
    await client.post(`${workspace.path}/tokens/${token.credential.id}/revoke`),
  ];
  for (const answer of refused) expectRefusal(answer, 403, 'restricted_credential');
  expect((await admin.client.get(at)).json).toEqual(json);
  expect((await account.client.get('/api/v1/me')).status).toBe(200);
});

test("a restricted token reads the workspace's own labels and statuses, and changes only its team's", async () => {
  const { workspace, team, admin, client } = await restrictedAdmin();
  const make = async (path: string, body: object) =>
    (await admin.client.post(`${workspace.path}/${path}`, { name: newKey(), ...body })).json.data;
  const change = async (path: string, version: { updatedAt: string }) => [
    await client.patch(path, { expectedUpdatedAt: version.updatedAt, name: newKey() }),
    await client.post(`${path}/archive`),
    await client.post(`${path}/unarchive`),
  ];
  const label = await make('labels', {});
  const status = await make('statuses', { appliesTo: 'objective', category: 'started' });
  const mine = await make('labels', { teamId: team.id });
  const ownStatus = await make('statuses', { teamId: team.id, category: 'started' });

  const create = await client.post(`${workspace.path}/statuses`, {
    appliesTo: 'objective',
    name: 'x',
    category: 'started',
  });
  expectRefusal(create, 403, 'restricted_credential');
  for (const [path, one] of [
    [`${workspace.path}/labels/${label.id}`, label],
    [`${workspace.path}/statuses/${status.id}`, status],
  ]) {
    for (const answer of await change(path, one)) expectRefusal(answer, 403, 'restricted_credential');
    expect((await client.get(path)).json.data).toEqual(one);
  }
  for (const [path, one] of [
    [`${workspace.path}/labels/${mine.id}`, mine],
    [`${workspace.path}/statuses/${ownStatus.id}`, ownStatus],
  ]) {
    for (const { status: code } of await change(path, one)) expect(code).toBe(200);
  }
});
