import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal, expectSameRefusal, readAll } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  member = await workspace.person('member');
});

const revoke = (id: string, { by = admin, headers = {} } = {}) =>
  by.client.post(`${workspace.path}/tokens/${id}/revoke`, undefined, headers);
const read = async (id: string, memberId = member.id) =>
  (await readAll(admin.client, `${workspace.path}/tokens`, { memberId, limit: 100 })).find(
    (token) => token.id === id,
  );

async function newToken(principalId = member.id) {
  const { token, credential } = await workspace.tokenFor(principalId);
  return { id: credential.id, client: createClient(sharedService().baseUrl, token) };
}

test('a revoked token ends with the next request, and no other does', async () => {
  const [token, other] = [await newToken(), await newToken()];
  const before = await read(token.id);
  const { status, json } = await revoke(token.id);

  expect([status, json.data]).toEqual([200, { ...before, revokedAt: expect.any(String) }]);
  expect(await read(token.id)).toEqual(json.data);
  expectRefusal(await token.client.get('/api/v1/me'), 401, 'invalid_credential');
  expect((await other.client.get('/api/v1/me')).status).toBe(200);
});

test('a token can revoke itself', async () => {
  const token = await newToken(admin.id);
  expect((await revoke(token.id, { by: { ...admin, client: token.client } })).status).toBe(200);
  expectRefusal(await token.client.get('/api/v1/me'), 401, 'invalid_credential');
});

test('revoking a token again, and 8 times at once, changes nothing', async () => {
  const { id } = await newToken();
  const answers = await Promise.all(Array.from({ length: 8 }, () => revoke(id)));
  const token = await read(id);
  for (const { status, json } of answers) expect([status, json.data]).toEqual([200, token]);
  expect((await revoke(id)).json.data).toEqual(token);
  expect(await read(id)).toEqual(token);
});

test("a service account's key, a token elsewhere and an unknown one are 404, and still work", async () => {
  const account = await workspace.serviceAccount();
  const [key] = await workspace.operator.listTokens(workspace.id, account.id);
  const elsewhere = await newWorkspace();
  const stranger = await elsewhere.person('admin');
  const [foreign] = await elsewhere.operator.listTokens(elsewhere.id, stranger.id);
  for (const id of [key!.id, foreign!.id, randomUUID()]) expectRefusal(await revoke(id), 404, 'not_found');
  expectBadFields(await revoke('no-id'), ['path.tokenId']);
  for (const { client } of [account, stranger]) expect((await client.get('/api/v1/me')).status).toBe(200);
});

test('a member revokes their own token, and learns nothing of others', async () => {
  const mine = await newToken();
  expect((await revoke(mine.id, { by: member })).status).toBe(200);
  expectRefusal(await mine.client.get('/api/v1/me'), 401, 'invalid_credential');

  const theirs = await newToken(admin.id);
  const answers = [await revoke(theirs.id, { by: member }), await revoke(randomUUID(), { by: member })];
  for (const answer of answers) expectRefusal(answer, 404, 'not_found');
  expectSameRefusal(answers);
  expect((await theirs.client.get('/api/v1/me')).status).toBe(200);
});
