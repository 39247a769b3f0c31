import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { readBusyFeeds } from '../../shared/planning/scheduling/busy-feeds/busy-feed-store.ts';
import { newPlannedPerson } from '../planner/planned-person.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { databaseOf, sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newKey } from '../support/workspace.ts';
import { newWorkingPlace, type WorkingPlace } from '../working-time/working-place.ts';
import { busyFeedApi, calendarAt } from './busy-feed-api.ts';
import { calendarOf, eventOf, inUtc } from './calendar-text.ts';

let place: WorkingPlace;

beforeAll(async () => void (place = await newWorkingPlace()));

const HOUR_MS = 60 * 60 * 1_000;

test('stories make way for the events of a calendar, and come back once its feed is deleted', async () => {
  const { workspace, team } = place;
  const person = await newPlannedPerson(workspace, team);
  const feeds = busyFeedApi(workspace, person.client, person.id);
  const story = await person.untilIs(await person.add(60), 'scheduled');
  const startOf = async () => (await person.blocksOf(story))[0]?.startDate ?? '';
  const [from, to] = [Date.now() - HOUR_MS, Date.now() + 6 * HOUR_MS];
  expect(Date.parse(await startOf())).toBeLessThan(to);
  const calendar = calendarOf(eventOf(`DTSTART:${inUtc(from)}`, `DTEND:${inUtc(to)}`));
  const { id } = await feeds.create(calendarAt(calendar));
  await until(async () => Date.parse(await startOf()) >= Math.floor(to / 60_000) * 60_000);
  expect(await person.blocksOf(story)).toMatchObject([{ reason: 'busy' }]);
  await until(async () => (await feeds.all())[0]!.lastReadAt !== null);
  expect(await feeds.all()).toMatchObject([{ id, problem: null }]);
  // They have no names, and are no entries of their own.
  expect((await person.time.busy()).json.data).toEqual([]);
  await feeds.delete(id);
  await until(async () => Date.parse(await startOf()) < to);
});

test('a calendar that cannot be read says why', async () => {
  const { workspace, member } = place;
  const feeds = busyFeedApi(workspace, member.client, member.id);
  const { id } = await feeds.create();
  await until(async () => (await feeds.all())[0]!.problem !== null);
  expect(await feeds.all()).toMatchObject([
    { id, lastReadAt: null, problem: 'The answer of the server is not a calendar (RFC 5545).' },
  ]);
  await feeds.delete(id);
});

test('people add their own feeds, admins those of everyone, and no one else does', async () => {
  const { workspace, admin, colleague } = place;
  const { id } = await workspace.person('member');
  for (const client of [admin.client]) {
    const made = await busyFeedApi(workspace, client, id).create();
    expect(made).toMatchObject({ memberId: id, workspaceId: workspace.id, lastReadAt: null, problem: null });
  }
  const refused = await busyFeedApi(workspace, colleague.client, id).send({ url: calendarAt() });
  expect(expectRefusal(refused, 403, 'insufficient_role').requiredRole).toBe('admin');
});

test('an address is shown by its host only, is read by HTTPS, and is stored encrypted', async () => {
  const { workspace } = place;
  const person = await workspace.person('member');
  const feeds = busyFeedApi(workspace, person.client, person.id);
  const headers = { 'idempotency-key': newKey() };
  const body = { url: calendarAt().replace('https', 'webcal') };
  const made = await feeds.send(body, headers);
  expect(made.json.data.url).toMatch(/^https:\/\/inbox\.plotline\.test\/\.\.\.[\da-f]{12}$/);
  const replayed = await feeds.send(body, headers);
  expect([replayed.headers.get('idempotent-replayed'), replayed.json.data.id]).toEqual([
    'true',
    made.json.data.id,
  ]);
  const owner = { workspaceId: workspace.id, memberId: person.id };
  const stored = await readBusyFeeds(createReader(databaseOf(sharedService())), owner);
  expect(stored).toHaveLength(1);
  for (const text of [made.text, replayed.text, JSON.stringify(stored)])
    expect(text).not.toContain('private-1f0c');
});

test('an address that is not public, or not by HTTPS, is refused', async () => {
  const { workspace, member } = place;
  const feeds = busyFeedApi(workspace, member.client, member.id);
  for (const url of [
    'http://inbox.plotline.test/basic.ics',
    'webcal://127.0.0.1/basic.ics',
    'https://localhost/basic.ics',
    'https://ada:secret@inbox.plotline.test/basic.ics',
    'https://inbox.plotline.test:8443/basic.ics',
  ])
    expectBadFields(await feeds.send({ url }), ['url']);
});

test('a person has at most five feeds, however many are added at once', async () => {
  const { workspace } = place;
  const person = await workspace.person('member');
  const feeds = busyFeedApi(workspace, person.client, person.id);
  const answers = await Promise.all(Array.from({ length: 8 }, () => feeds.send({ url: calendarAt() })));
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(5);
  while ((await feeds.all()).length < 5) await feeds.create();
  const refused = await feeds.send({ url: calendarAt() });
  expectRefusal(refused, 409, 'conflict');
  expect(refused.json.error.message).toBe('The member has 5 busy feeds, which is the maximum.');
  await feeds.delete((await feeds.all())[2]!.id);
  await feeds.create();
});
