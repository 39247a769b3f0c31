import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkingPlace, noDays, office, type WorkingPlace } from './working-place.ts';

let place: WorkingPlace;
beforeAll(async () => {
  place = await newWorkingPlace();
});

const KEY = 'hours-of-somebody-else';
const hours = { timeZone: 'Asia/Kolkata', weekly: { sunday: office } };

test('people set their own hours, guests too, and admins those of everyone; the first time with none or null as the version', async () => {
  const { workspace, team, admin, member, colleague, asSeenBy } = place;
  const guest = await workspace.person('guest', [team]);
  for (const [who, of, version] of [
    [guest, guest, {}],
    [admin, member, { expectedUpdatedAt: null }],
  ] as const) {
    const api = asSeenBy(who, of);
    const { status, json, text } = await api.setHours({ ...hours, ...version });
    expect(status, text).toBe(200);
    expect(json.data).toMatchObject({ timeZone: 'Asia/Kolkata', weekly: { ...noDays, sunday: office } });
    expect((await api.hours()).json.data).toEqual(json.data);
  }
  const refused = await asSeenBy(colleague, member).setHours(hours);
  expect(expectRefusal(refused, 403, 'insufficient_role').requiredRole).toBe('admin');
});

test('a PUT after the first names the version that it replaces, and replaces all of it', async () => {
  const { team, colleague, asSeenBy } = place;
  const api = asSeenBy(colleague);
  const first = await api.workAt({ ...hours, teamShares: [{ teamId: team.id, percent: 60 }] });
  const other = { timeZone: 'Europe/Berlin', weekly: { sunday: office } };
  expectBadFields(await api.setHours(other), ['expectedUpdatedAt']);
  expectBadFields(await api.setHours({ ...other, expectedUpdatedAt: null }), ['expectedUpdatedAt']);
  const stale = { ...other, expectedUpdatedAt: '2001-01-01T00:00:00.000Z' };
  const refused = expectRefusal(await api.setHours(stale), 409, 'version_conflict');
  expect(refused).toMatchObject({
    currentUpdatedAt: first.updatedAt,
    changedFields: ['timeZone', 'teamShares'],
  });
  const second = await api.workAt(other);
  expect(second.updatedAt! > first.updatedAt!).toBe(true);
  expect(second.teamShares).toEqual([]);
});

test('a PUT that names a version where no hours are set learns that there is none', async () => {
  const { asSeenBy } = place;
  const newcomer = await place.workspace.person('member', [place.team]);
  const body = { timeZone: 'Europe/Berlin', weekly: {}, expectedUpdatedAt: '2001-01-01T00:00:00.000Z' };
  const refused = expectRefusal(await asSeenBy(newcomer).setHours(body), 409, 'version_conflict');
  expect(refused.currentUpdatedAt).toBeNull();
});

test('working hours are refused with an unknown time zone, an invalid part of a day, or shares that contradict each other', async () => {
  const { team, admin, asSeenBy } = place;
  const send = (body: object) => asSeenBy(admin).setHours({ timeZone: 'UTC', weekly: {}, ...body });
  for (const timeZone of ['Mars/Olympus', '+02:00', 'Europe/Berlin ', '']) {
    expectBadFields(await send({ timeZone }), ['timeZone']);
  }
  const day = (...monday: object[]) => send({ weekly: { monday } });
  expectBadFields(await day({ start: '09:00', end: '09:00' }), ['weekly.monday.0.end']);
  expectBadFields(await day({ start: '23:59', end: '24:01' }), ['weekly.monday.0.end']);
  const overlapping = [
    { start: '09:00', end: '12:00' },
    { start: '11:59', end: '13:00' },
  ];
  expectBadFields(await day(...overlapping), ['weekly.monday']);
  const share = { teamId: team.id, percent: 50 };
  expectBadFields(await send({ teamShares: [share, share] }), ['teamShares']);
  expectBadFields(await send({ teamShares: [{ ...share, percent: 101 }] }), ['teamShares.0.percent']);
});

test('a person who has set the hours of a member sees them again only as long as they may see them', async () => {
  const { workspace, member, asSeenBy } = place;
  const former = await workspace.person('admin', [await workspace.team()]);
  const api = asSeenBy(former, member);
  const { updatedAt } = (await api.hours()).json.data;
  const again = () => api.setHours({ ...hours, expectedUpdatedAt: updatedAt }, { 'Idempotency-Key': KEY });
  expect((await again()).status).toBe(200);
  expect((await again()).headers.get('idempotent-replayed')).toBe('true');
  await workspace.operator.updateMember((await workspace.operator.getMember(workspace.id, former.id))!, {
    role: 'guest',
  });
  expectRefusal(await api.hours(), 404, 'not_found');
  expectRefusal(await again(), 404, 'not_found');
});
