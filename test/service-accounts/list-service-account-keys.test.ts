import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal, readPages } from '../support/answers.ts';
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

test('the keys of an account are listed newest first, in pages, without a secret', async () => {
  const { id } = await api.create();
  const made = [];
  for (let count = 0; count < 5; count++) made.unshift(await api.createKey(id));
  await api.revoke(id, made[0]!.id);
  const pages = await readPages(admin.client, api.keysPath(id), { limit: 2 });

  expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
  expect(pages.flat().map((key) => key.id)).toEqual(made.map((key) => key.id));
  expect(pages.flat().map((key) => key.revokedAt !== null)).toEqual([true, false, false, false, false]);
  for (const { token } of made) expect(JSON.stringify(pages)).not.toContain(token.slice(20));
});

test('the list of keys is for admins, and for service accounts of the workspace', async () => {
  const member = await workspace.person('member', [team]);
  const { id } = await api.create();
  expectRefusal(await member.client.get(api.keysPath(id)), 403, 'insufficient_role');
  const foreign = await (await newWorkspace()).serviceAccount();
  for (const other of [member.id, foreign.id, randomUUID()]) {
    expectRefusal(await admin.client.get(api.keysPath(other)), 404, 'not_found');
  }
});
