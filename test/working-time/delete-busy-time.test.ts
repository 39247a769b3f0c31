import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { hour, newWorkingPlace, type WorkingPlace } from './working-place.ts';

let place: WorkingPlace;
beforeAll(async () => {
  place = await newWorkingPlace();
});

test('people delete their own, admins those of everybody, and nobody else', async () => {
  const { admin, member, colleague, asSeenBy } = place;
  for (const who of [member, admin]) {
    const { id } = await asSeenBy(member).beBusy(hour);
    const refused = await asSeenBy(colleague, member).deleteBusy(id);
    expect(expectRefusal(refused, 403, 'insufficient_role').requiredRole).toBe('admin');
    expect((await asSeenBy(who, member).deleteBusy(id)).json.data).toEqual({ id, deleted: true });
    expectRefusal(await asSeenBy(who, member).deleteBusy(id), 404, 'not_found');
    expect((await asSeenBy(member).busy()).json.data).toEqual([]);
  }
});

test('an entry is found under its own member only', async () => {
  const { admin, member, colleague, asSeenBy } = place;
  const { id } = await asSeenBy(member).beBusy(hour);
  expectRefusal(await asSeenBy(admin, colleague).deleteBusy(id), 404, 'not_found');
});
