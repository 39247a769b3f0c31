import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { statusApi } from './status-api.ts';

let workspace: TestWorkspace;
let team: Team;
let guest: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  guest = await workspace.person('guest', [team]);
});

test("each status of the caller's team and of objectives is returned, to a guest too", async () => {
  const ofTeam = statusApi(workspace, guest.client, team.id);
  const ofObjectives = statusApi(workspace, guest.client, null);
  const [teamStatuses, objectiveStatuses] = [await ofTeam.list(), await ofObjectives.list()];
  expect([teamStatuses.length, objectiveStatuses.length]).toEqual([5, 5]);
  for (const status of teamStatuses) {
    expect(status).toMatchObject({ teamId: team.id, archivedAt: null });
    expect(await ofTeam.read(status.id)).toEqual(status);
  }
  for (const status of objectiveStatuses) {
    expect(status).toMatchObject({ teamId: null, archivedAt: null });
    expect(await ofObjectives.read(status.id)).toEqual(status);
  }
});

test('a status of a team that the caller is not in, of another workspace, and an unknown one are 404', async () => {
  const closed = await workspace.team({ private: true });
  const insider = await workspace.person('member', [closed]);
  const other = await newWorkspace();
  const stranger = await other.person('admin');
  const ids = [
    (await statusApi(workspace, insider.client, closed.id).list())[0]!.id,
    (await statusApi(other, stranger.client, null).list())[0]!.id,
    randomUUID(),
  ];
  const { get } = statusApi(workspace, guest.client, team.id);
  for (const id of ids) expectRefusal(await get(id), 404, 'not_found');
  expectBadFields(await get('no-id'), ['path.statusId']);
});
