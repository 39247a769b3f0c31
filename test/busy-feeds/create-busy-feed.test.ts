import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { requestJob } from '../../shared/kernel/jobs/run-job.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { encryptSecret } from '../../shared/kernel/secrets/signing-secret.ts';
import { busyFeedJob } from '../../shared/planning/scheduling/busy-feeds/busy-feed-job.ts';
import {
  readBusyFeeds,
  replaceBusyFeed,
} from '../../shared/planning/scheduling/busy-feeds/busy-feed-store.ts';
import type { SchedulePreview } from '../../shared/planning/scheduling/planner/schedule-preview.ts';
import { newPlannedPerson } from '../planner/planned-person.ts';
import { dataOf } from '../stories/story-api.ts';
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

test('stories make way for the events of a calendar, also in previews, and its times are free once its feed is deleted', async () => {
  const { workspace, team } = place;
  const person = await newPlannedPerson(workspace, team);
  const feeds = busyFeedApi(workspace, person.client, person.id);
  const story = await person.untilIs(await person.add(60), 'scheduled');
  const startOf = async (one = story) => Date.parse((await person.blocksOf(one))[0]?.startDate ?? '');
  const [from, to] = [Date.now() - HOUR_MS, Date.now() + 6 * HOUR_MS];
  const nextMinute = Math.ceil(to / 60_000) * 60_000 - 60_000;
  expect(await startOf()).toBeLessThan(to);
  const preview = async () => {
    const stories = [{ storyId: story.id, estimatedDurationMinutes: 120 }];
    const answer = await person.client.post(`${workspace.path}/schedule/preview`, { stories });
    return Date.parse(dataOf<SchedulePreview>(answer, 200).moved[0]!.after!.startDate!);
  };
  expect(await preview()).toBeLessThan(to);
  const calendar = calendarOf(eventOf(`DTSTART:${inUtc(from)}`, `DTEND:${inUtc(to)}`));
  const { id } = await feeds.create(calendarAt(calendar));
  await until(async () => (await startOf()) >= nextMinute);
  expect(await person.blocksOf(story)).toMatchObject([{ reason: 'busy' }]);
  expect(await preview()).toBeGreaterThanOrEqual(nextMinute);
  await until(async () => (await feeds.all())[0]!.lastReadAt !== null);
  expect(await feeds.all()).toMatchObject([{ id, problem: null }]);
  // They have no names, and are no entries of their own.
  expect((await person.time.busy()).json.data).toEqual([]);
  await feeds.delete(id);
  // A plan keeps what it has; what is added takes the time.
  await until(async () => (await person.blocksOf(story))[0]!.reason !== 'busy');
  const added = await person.untilIs(await person.add(60), 'scheduled');
  expect(await startOf(added)).toBeLessThan(to);
});

test('a feed that fails keeps its last times and says why, and its address is looked at again at each reading', async () => {
  const { workspace, team } = place;
  const person = await newPlannedPerson(workspace, team);
  const feeds = busyFeedApi(workspace, person.client, person.id);
  const [from, to] = [Date.now() - HOUR_MS, Date.now() + 6 * HOUR_MS];
  const calendar = calendarOf(eventOf(`DTSTART:${inUtc(from)}`, `DTEND:${inUtc(to)}`));
  const { id } = await feeds.create(calendarAt(calendar));
  await until(async () => (await feeds.all())[0]!.lastReadAt !== null);
  const [read] = await feeds.all();
  const sealed = await storedAddress(workspace, person.id);
  for (const [address, problem] of [
    [calendarAt(), 'The answer of the server is not a calendar (RFC 5545).'],
    ['https://nowhere.plotline.test/1f0c', 'The name nowhere.plotline.test has no address.'],
    ['https://10.0.0.7/1f0c', 'The address must contain a host name, not an IP address.'],
  ] as const) {
    await sealed.replaceBy(address);
    await until(async () => (await feeds.all())[0]!.problem === problem);
    expect((await feeds.all())[0]).toMatchObject({ id, url: read!.url, lastReadAt: read!.lastReadAt });
  }
  const story = await person.untilIs(await person.add(60), 'scheduled');
  const [block] = await person.blocksOf(story);
  expect(Date.parse(block!.startDate)).toBeGreaterThanOrEqual(Math.floor(to / 60_000) * 60_000);
  expect(block!.reason).toBe('busy');
});

/** The only feed of a member, whose address and job are changed as if its server had. */
async function storedAddress({ id: workspaceId }: { id: string }, memberId: string) {
  const database = databaseOf(sharedService());
  const read = createReader(database);
  const { current } = await fixedKeys(sharedService().keyring)('busyFeeds');
  return {
    async replaceBy(url: string) {
      const [found] = await readBusyFeeds(read, { workspaceId, memberId });
      const sealed = encryptSecret(url, current, { ownerId: found!.feed.id, randomBytes });
      await commit(database, [replaceBusyFeed({ ...found!.feed, sealed }, found!, () => new Error('stale'))]);
      await requestJob(database, busyFeedJob(found!.feed), new Date());
    },
  };
}

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
