import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { days, hour, newWorkingPlace, type WorkingPlace } from './working-place.ts';
import type { WorkingTimeApi } from './working-time-api.ts';

/** Busy times and days off behave alike; these are their differences. */
interface EntryKind {
  span: { startDate: string; endDate: string };
  invalidStart: string;
  /** Their calls for one member. */
  of: (api: WorkingTimeApi) => {
    send: WorkingTimeApi['addBusy'];
    create: (body: object) => Promise<{ id: string }>;
    list: WorkingTimeApi['busy'];
    delete: WorkingTimeApi['deleteBusy'];
  };
}

export const busyTimes: EntryKind = {
  span: hour,
  invalidStart: 'today',
  of: (api) => ({ send: api.addBusy, create: api.beBusy, list: api.busy, delete: api.deleteBusy }),
};

export const daysOff: EntryKind = {
  span: days,
  invalidStart: '2027-02-29',
  of: (api) => ({ send: api.addTimeOff, create: api.takeOff, list: api.timeOff, delete: api.deleteTimeOff }),
};

/** A workspace before all tests of the file, and the entries of its people. */
function setUp(kind: EntryKind) {
  let place: WorkingPlace;
  beforeAll(async () => void (place = await newWorkingPlace()));
  return () => ({
    ...place,
    entries: (...people: Parameters<WorkingPlace['asSeenBy']>) => kind.of(place.asSeenBy(...people)),
  });
}

export function testCreation(kind: EntryKind): void {
  const { span, invalidStart } = kind;
  const place = setUp(kind);

  test('people add their own entries, admins those of everyone, and no one else does', async () => {
    const { workspace, admin, member, colleague, entries } = place();
    for (const who of [member, admin]) {
      const { status, json, text } = await entries(who, member).send({ ...span, name: 'Away' });
      expect(status, text).toBe(201);
      const owner = { memberId: member.id, workspaceId: workspace.id };
      expect(json.data).toMatchObject({ ...span, name: 'Away', ...owner });
    }
    const refused = await entries(colleague, member).send(span);
    expect(expectRefusal(refused, 403, 'insufficient_role').requiredRole).toBe('admin');
  });

  test('an invalid span is refused', async () => {
    const { member, entries } = place();
    expectBadFields(await entries(member).send({ ...span, startDate: invalidStart }), ['startDate']);
    const turned = { startDate: span.endDate, endDate: span.startDate };
    expectBadFields(await entries(member).send(turned), ['endDate']);
  });
}

export function testDeletion(kind: EntryKind): void {
  const place = setUp(kind);

  test('people delete their own entries, admins those of everyone, and no one else does', async () => {
    const { admin, member, colleague, entries } = place();
    for (const who of [member, admin]) {
      const { id } = await entries(member).create(kind.span);
      const refused = await entries(colleague, member).delete(id);
      expect(expectRefusal(refused, 403, 'insufficient_role').requiredRole).toBe('admin');
      expect((await entries(who, member).delete(id)).json.data).toEqual({ id, deleted: true });
      expectRefusal(await entries(who, member).delete(id), 404, 'not_found');
      expect((await entries(member).list()).json.data).toEqual([]);
    }
  });

  test('an entry is found under its own member only', async () => {
    const { admin, member, colleague, entries } = place();
    const { id } = await entries(member).create(kind.span);
    expectRefusal(await entries(admin, colleague).delete(id), 404, 'not_found');
  });
}

export function testList(kind: EntryKind): void {
  const place = setUp(kind);

  test('names are shown to the member and to admins only', async () => {
    const { admin, member, colleague, entries } = place();
    const made = await entries(colleague).create({ ...kind.span, name: 'Private' });
    for (const [who, name] of [
      [colleague, 'Private'],
      [admin, 'Private'],
      [member, null],
    ] as const) {
      expect((await entries(who, colleague).list()).json.data).toEqual([{ ...made, name }]);
    }
  });

  test('entries come newest first and in pages', async () => {
    const { member, entries } = place();
    const own = entries(member);
    const made = [];
    for (let n = 0; n < 3; n++) made.unshift(await own.create(kind.span));
    const first = await own.list({ limit: 2 });
    expect(first.json.data).toEqual(made.slice(0, 2));
    const next = await own.list({ limit: 2, cursor: first.json.meta.nextCursor });
    expect([next.json.data, next.json.meta.hasMore]).toEqual([made.slice(2), false]);
  });

  test('guests see entries of members of their teams only', async () => {
    const { workspace, team, member, entries } = place();
    const guest = await workspace.person('guest', [team]);
    expect((await entries(guest, member).list()).status).toBe(200);
    const stranger = await workspace.person('member');
    expectRefusal(await entries(guest, stranger).list(), 404, 'not_found');
  });
}
