import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { days, newWorkingPlace, type WorkingPlace } from './working-place.ts';

let place: WorkingPlace;
beforeAll(async () => {
  place = await newWorkingPlace();
});

test('what days off are called is shown to the member and to admins only', async () => {
  const { admin, member, colleague, asSeenBy } = place;
  const made = await asSeenBy(colleague).takeOff({ ...days, name: 'Private' });
  for (const [who, name] of [
    [colleague, 'Private'],
    [admin, 'Private'],
    [member, null],
  ] as const) {
    expect((await asSeenBy(who, colleague).timeOff()).json.data).toEqual([{ ...made, name }]);
  }
});

test('entries come newest first and in pages', async () => {
  const { member, asSeenBy } = place;
  const own = asSeenBy(member);
  const made = [];
  for (let n = 0; n < 3; n++) made.unshift(await own.takeOff(days));
  const first = await own.timeOff({ limit: 2 });
  expect(first.json.data).toEqual(made.slice(0, 2));
  const next = await own.timeOff({ limit: 2, cursor: first.json.meta.nextCursor });
  expect([next.json.data, next.json.meta.hasMore]).toEqual([made.slice(2), false]);
});

test('guests see those of members of their teams only', async () => {
  const { workspace, team, member, asSeenBy } = place;
  const guest = await workspace.person('guest', [team]);
  expect((await asSeenBy(guest, member).timeOff()).status).toBe(200);
  const stranger = await workspace.person('member');
  expectRefusal(await asSeenBy(guest, stranger).timeOff(), 404, 'not_found');
});
