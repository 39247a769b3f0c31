import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal, readAll } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { serviceAccountApi, type ServiceAccountApi } from './service-account-api.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let api: ServiceAccountApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  api = serviceAccountApi(workspace, admin.client);
});

test('a revoked key ends with the next request, and no other; again changes nothing', async () => {
  const { id } = await api.create();
  const [key, other] = [await api.createKey(id), await api.createKey(id)];
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.revoke(id, key.id)));

  const stored = (await readAll(admin.client, api.keysPath(id))).find((one) => one.id === key.id);
  expect(stored.revokedAt).toEqual(expect.any(String));
  for (const { status, json } of answers) {
    expect([status, json.data]).toEqual([200, stored]);
  }
  const use = ({ token }: { token: string }) =>
    createClient(sharedService().baseUrl, token).get('/api/v1/me');
  expectRefusal(await use(key), 401, 'invalid_credential');
  expect((await use(other)).status).toBe(200);
});

test("another account's key, a member's token, and unknown ids are 404, and the credentials still work", async () => {
  const { id } = await api.create();
  const other = await api.create();
  const key = await api.createKey(other.id);
  const { credential } = await workspace.tokenFor(admin.id);
  for (const one of [key.id, credential.id, randomUUID()]) {
    expectRefusal(await api.revoke(id, one), 404, 'not_found');
  }
  expectRefusal(await api.revoke(admin.id, credential.id), 404, 'not_found');
  const client = createClient(sharedService().baseUrl, key.token);
  expect((await client.get('/api/v1/me')).status).toBe(200);
});

test('members cannot revoke a key of a service account', async () => {
  const { id } = await api.create();
  const key = await api.createKey(id);
  const member = await workspace.person('member', [team]);
  const as = serviceAccountApi(workspace, member.client);
  expectRefusal(await as.revoke(id, key.id), 403, 'insufficient_role');
});
