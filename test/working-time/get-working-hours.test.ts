import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkingPlace, noDays, office, type WorkingPlace } from './working-place.ts';

let place: WorkingPlace;
beforeAll(async () => {
  place = await newWorkingPlace();
});

test('until they are set, working hours are those of an office in UTC', async () => {
  const { workspace, member, colleague, asSeenBy } = place;
  const weekdays = { monday: office, tuesday: office, wednesday: office, thursday: office, friday: office };
  expect((await asSeenBy(colleague, member).hours()).json.data).toEqual({
    memberId: member.id,
    workspaceId: workspace.id,
    timeZone: 'UTC',
    weekly: { ...noDays, ...weekdays },
    teamShares: [],
    updatedAt: null,
  });
});

test('guests see the working time of members in their teams, and of no one else', async () => {
  const { workspace, team, member, asSeenBy } = place;
  const guest = await workspace.person('guest', [team]);
  const stranger = await workspace.person('member');
  expect((await asSeenBy(guest, member).hours()).status).toBe(200);
  expectRefusal(await asSeenBy(guest, stranger).hours(), 404, 'not_found');
  const program = await workspace.serviceAccount([team]);
  expectRefusal(await asSeenBy(member, program).hours(), 404, 'not_found');
});

test('the response names only teams that the reader is in, and a PUT leaves the others as they are', async () => {
  const { workspace, team, admin, member, asSeenBy } = await newWorkingPlace();
  const hidden = await workspace.team({ private: true });
  for (const { id: principalId } of [admin, member]) {
    await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: hidden.id, principalId });
  }
  const insider = await workspace.person('member', [team, hidden]);
  const shares = [
    { teamId: hidden.id, percent: 10 },
    { teamId: team.id, percent: 60 },
  ];
  const set = await asSeenBy(member).workAt({ timeZone: 'UTC', weekly: {}, teamShares: shares });
  expect(set.teamShares).toEqual(shares);
  await workspace.operator.leaveTeam({
    workspaceId: workspace.id,
    teamId: hidden.id,
    principalId: member.id,
  });
  const colleague = await workspace.person('member', [team]);
  const guest = await workspace.person('guest', [team]);
  for (const reader of [colleague, guest, member]) {
    expect((await asSeenBy(reader, member).hours()).json.data.teamShares).toEqual(shares.slice(1));
  }
  // Who names it learns no more than of a team that does not exist.
  const refused = await asSeenBy(member).setHours({
    timeZone: 'UTC',
    weekly: {},
    teamShares: shares,
    expectedUpdatedAt: set.updatedAt,
  });
  expectBadFields(refused, ['teamShares.0.teamId'], 'invalid_reference');
  const next = await asSeenBy(member).workAt({ timeZone: 'UTC', weekly: {}, teamShares: [] });
  expect(next.teamShares).toEqual([]);
  expect((await asSeenBy(insider, member).hours()).json.data.teamShares).toEqual(shares.slice(0, 1));
});
