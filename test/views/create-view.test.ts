import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { viewApi } from './view-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
});

const api = () => viewApi(workspace, member.client);

test('a name is enough for a personal view, which no one else sees', async () => {
  const view = await api().create({ name: 'Mine' });
  expect(view).toEqual({
    id: view.id,
    workspaceId: workspace.id,
    name: 'Mine',
    visibility: 'personal',
    teamId: null,
    filter: '',
    sort: null,
    columns: [],
    ownerId: member.id,
    createdAt: view.createdAt,
    updatedAt: view.createdAt,
  });
  expect((await api().get(view.id)).json.data).toEqual(view);
  const colleague = viewApi(workspace, (await workspace.person('admin', [team])).client);
  expectRefusal(await colleague.get(view.id), 404, 'not_found');
});

test('a view of a team is seen by its members, guests included, and by no one else', async () => {
  const fields = { filter: 'is:blocked', sort: '-priority', columns: ['reference', 'title'] };
  const view = await api().create({ visibility: 'team', teamId: team.id, ...fields });
  expect(view).toMatchObject({ visibility: 'team', teamId: team.id, ...fields });
  const guest = viewApi(workspace, (await workspace.person('guest', [team])).client);
  expect((await guest.get(view.id)).json.data).toEqual(view);
  const stranger = viewApi(workspace, (await workspace.person('admin')).client);
  expectRefusal(await stranger.get(view.id), 404, 'not_found');
});

test('a team is named with the visibility team, and must be visible', async () => {
  expectBadFields(await api().send({ name: 'x', visibility: 'team' }), ['teamId']);
  expectBadFields(await api().send({ name: 'x', teamId: team.id }), ['teamId']);
  expectBadFields(await api().send({ name: 'x', visibility: 'everybody' }), ['visibility']);
  const elsewhere = await workspace.team();
  const sent = (teamId: string) => api().send({ name: 'x', visibility: 'team', teamId });
  const foreign = await sent(elsewhere.id);
  expectRefusal(foreign, 400, 'invalid_reference');
  expectSameRefusal([foreign, await sent(randomUUID())]);
});

test('a token restricted to teams saves views of those teams only', async () => {
  const client = await workspace.clientFor(member.id, { teamIds: [team.id] });
  const restricted = viewApi(workspace, client);
  expectRefusal(await restricted.send({ name: 'x' }), 403, 'restricted_credential');
  expect(await restricted.create({ visibility: 'team', teamId: team.id })).toMatchObject({ teamId: team.id });
});
