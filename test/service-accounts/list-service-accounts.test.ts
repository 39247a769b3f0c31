import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal, readAll, readPages } from '../support/answers.ts';
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

test('all accounts of the workspace are listed newest first, in pages', async () => {
  const made = [];
  for (let count = 0; count < 5; count++) made.unshift(await api.create([team.id]));
  const pages = await readPages(admin.client, api.root, { limit: 2 });
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
  expect(pages.flat()).toEqual(made);
});

test('each account is listed with the teams that the caller is in, and no others', async () => {
  const closed = await workspace.team({ private: true });
  const { id } = await workspace.serviceAccount([team, closed]);
  const [mine] = await readAll(admin.client, api.root);
  expect([mine.id, mine.teamIds]).toEqual([id, [team.id]]);
  const outsider = await workspace.person('admin');
  const [theirs] = await readAll(outsider.client, api.root);
  expect([theirs.id, theirs.teamIds]).toEqual([id, []]);
});

test('the list has no deleted account, no member, and none of another workspace', async () => {
  const other = await newWorkspace();
  const foreign = await other.serviceAccount();
  const { id } = await api.create();
  await api.delete(id);
  const ids = (await readAll(admin.client, api.root, { limit: 100 })).map((account) => account.id);
  for (const absent of [id, foreign.id, admin.id]) expect(ids).not.toContain(absent);
});

test('only admins list service accounts', async () => {
  const member = await workspace.person('member', [team]);
  expectRefusal(await member.client.get(api.root), 403, 'insufficient_role');
  expectRefusal(await admin.client.get(api.root, { cursor: 'x' }), 400, 'invalid_cursor');
});
