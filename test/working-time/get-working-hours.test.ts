import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
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

test('guests see the working time of those in their teams, and of nobody else', async () => {
  const { workspace, team, member, asSeenBy } = place;
  const guest = await workspace.person('guest', [team]);
  const stranger = await workspace.person('member');
  expect((await asSeenBy(guest, member).hours()).status).toBe(200);
  expectRefusal(await asSeenBy(guest, stranger).hours(), 404, 'not_found');
  const program = await workspace.serviceAccount([team]);
  expectRefusal(await asSeenBy(member, program).hours(), 404, 'not_found');
});
