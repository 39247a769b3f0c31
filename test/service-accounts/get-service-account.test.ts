import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
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

test('an account is returned with the teams that the caller is in', async () => {
  const closed = await workspace.team({ private: true });
  const { id } = await workspace.serviceAccount([team, closed]);
  expect(await api.read(id)).toMatchObject({ id, name: 'A program', deletedAt: null, teamIds: [team.id] });
});

test('a deleted account is returned, and stories still name it as their reporter', async () => {
  const account = await workspace.serviceAccount([team]);
  const story = await createStoryAs(account.client, workspace, { teamId: team.id });
  const before = await api.read(account.id);
  await api.delete(account.id);

  expect(story.reporterId).toBe(account.id);
  expect(await api.read(story.reporterId)).toEqual({ ...before, deletedAt: expect.any(String), teamIds: [] });
});

test('a member, a former one, one elsewhere, and an unknown id are 404', async () => {
  const { id } = await workspace.person('member');
  await admin.client.delete(`${workspace.path}/members/${id}`);
  const foreign = await (await newWorkspace()).serviceAccount();
  for (const other of [admin.id, id, foreign.id, randomUUID()]) {
    expectRefusal(await api.get(other), 404, 'not_found');
  }
  expectBadFields(await api.get('no-id'), ['path.serviceAccountId']);
});

test('only admins get a service account', async () => {
  const account = await workspace.serviceAccount([team]);
  const member = await workspace.person('member', [team]);
  const as = ({ client }: Person) => serviceAccountApi(workspace, client).get(account.id);
  expectRefusal(await as(member), 403, 'insufficient_role');
  expectRefusal(await as(account), 403, 'principal_not_supported');
});
