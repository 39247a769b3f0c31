import { expect, test } from 'vitest';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { expectBadFields } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';

const me = '/api/v1/me';

test('the caller of a personal token is its person', async () => {
  const workspace = await newWorkspace();
  const [first, second] = [await workspace.team(), await workspace.team()];
  const admin = await workspace.person('admin', [first, second]);
  const { status, json } = await admin.client.get(me);

  expect(status).toBe(200);
  const [credential] = await workspace.operator.listTokens(workspace.id, admin.id);
  expect(json.data).toEqual({
    workspaceId: workspace.id,
    principalId: admin.id,
    name: 'A admin',
    principalType: 'user',
    role: 'admin',
    credential: { id: credential!.id, name: 'Test token', expiresAt: credential!.expiresAt },
    scopes: expect.arrayContaining(allScopes),
    teamRestriction: null,
    writes: 'direct',
    teamIds: expect.arrayContaining([first.id, second.id]),
  });
  expect(json.data.scopes).toHaveLength(allScopes.length);
  expect(json.data.teamIds).toHaveLength(2);
});

test('the restriction of a token is returned, and what is left of it', async () => {
  const workspace = await newWorkspace();
  const [joined, other, left] = [await workspace.team(), await workspace.team(), await workspace.team()];
  const guest = await workspace.person('guest', [joined, other]);
  const client = await workspace.clientFor(guest.id, {
    teamIds: [joined.id, left.id],
    scopes: ['teams:read'],
  });

  expect((await client.get(me)).json.data).toMatchObject({
    role: 'guest',
    scopes: ['teams:read'],
    teamRestriction: [joined.id, left.id],
    writes: 'direct',
    teamIds: [joined.id],
  });
});

test("the caller of a service account's key is that account, which has no role", async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const account = await workspace.serviceAccount([team], ['stories:read']);

  expect((await account.client.get(me)).json.data).toMatchObject({
    workspaceId: workspace.id,
    principalId: account.id,
    name: 'A program',
    principalType: 'service_account',
    role: null,
    credential: { name: 'Test key' },
    scopes: ['stories:read'],
    teamRestriction: null,
    writes: 'direct',
    teamIds: [team.id],
  });
});

test('a token needs no scope to read its caller, and no secret is shown', async () => {
  const workspace = await newWorkspace();
  const person = await workspace.person('guest', [], { scopes: ['webhooks:manage'] });
  const { json, text } = await person.client.get(me);

  expect(json.data).toMatchObject({ scopes: ['webhooks:manage'], teamIds: [] });
  expect(text).not.toMatch(/plt_|hash|secret/);
});

test('a request for the caller takes no parameters', async () => {
  const { client } = await (await newWorkspace()).person('guest');

  expectBadFields(await client.get(me, { workspaceId: 'x' }), ['query.workspaceId']);
});
