import { expect, test } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import { derivedKeys } from '../../shared/kernel/core/keyring.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { AddressRefused } from '../../shared/kernel/net/address-refused.ts';
import { ConnectionFailed } from '../../shared/kernel/net/connection-failed.ts';
import { sealedWith } from '../../shared/kernel/secrets/signing-secret.ts';
import { CALENDAR_MAX_BYTES } from '../../shared/planning/scheduling/busy-feeds/fetch-calendar.ts';
import { deleteBusyFeedChanges } from '../../shared/planning/scheduling/busy-feeds/busy-feed-job.ts';
import { readBusyFeeds } from '../../shared/planning/scheduling/busy-feeds/busy-feed-store.ts';
import { calendarOf, eventOf } from './calendar-text.ts';
import { newFeedReader, SECRET_URL } from './feed-reader.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const meeting = eventOf('DTSTART:20261202T090000Z', 'DTEND:20261202T100000Z');
const lunch = eventOf('DTSTART:20261203T110000Z', 'DTEND:20261203T120000Z');
const [first, second] = [
  '2026-12-02T09:00:00.000Z/2026-12-02T10:00:00.000Z',
  '2026-12-03T11:00:00.000Z/2026-12-03T12:00:00.000Z',
];

test('the times of events are stored without titles, and read again after a quarter of an hour', async () => {
  const feed = await newFeedReader();
  feed.answer(() => ({ body: calendarOf(meeting, lunch) }));
  expect(await feed.read()).toBeOneOf([15, 14, 16]);
  expect(await feed.busy()).toEqual([first, second]);
  expect(await feed.stored()).toMatchObject({ lastReadAt: '2026-12-01T08:00:00.000Z', problem: null });
  const { Items } = await feed.database.client.call('Scan', { TableName: feed.database.tableName });
  const all = JSON.stringify(Items);
  expect(all).toContain(feed.id);
  for (const secret of ['secret title', 'private-1f0c']) expect(all.toLowerCase()).not.toContain(secret);
  const { url, timeoutMs, maxResponseBytes } = feed.requests[0]!;
  expect([url.href, timeoutMs, maxResponseBytes]).toEqual([SECRET_URL, 10_000, 2_000_000]);
});

test('a calendar that is unchanged is asked for by its version, and nothing is planned again', async () => {
  const feed = await newFeedReader();
  const headers = { etag: '"1"', 'last-modified': 'Tue, 01 Dec 2026 07:00:00 GMT' };
  feed.answer(() => ({ headers, body: calendarOf(meeting) }));
  await feed.read();
  const writes: unknown[] = [];
  const watched = watch(feed.database, (input) => void writes.push(input));
  feed.answer(() => ({ status: 304 }));
  feed.advance(15 * MINUTE_MS);
  await feed.read(watched);
  expect(feed.requests[1]!.headers).toMatchObject({
    'if-none-match': '"1"',
    'if-modified-since': 'Tue, 01 Dec 2026 07:00:00 GMT',
  });
  // A server without versions sends the same again, or the same times in another file.
  for (const body of [calendarOf(meeting), calendarOf(meeting, 'X-SENT-AT:now')]) {
    feed.answer(() => ({ body }));
    feed.advance(15 * MINUTE_MS);
    await feed.read(watched);
  }
  expect(await feed.busy()).toEqual([first]);
  expect((await feed.stored())!.lastReadAt).toBe('2026-12-01T08:45:00.000Z');
  expect(writes).toHaveLength(3);
  expect(JSON.stringify(writes)).not.toContain('WH#');
});

test('each day, all of a calendar is read for another day at the end', async () => {
  const feed = await newFeedReader();
  feed.answer(() => ({
    headers: { etag: '"1"' },
    body: calendarOf(eventOf('DTSTART:20261202T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')),
  }));
  await feed.read();
  const before = (await feed.busy()).at(-1)!;
  feed.advance(DAY_MS);
  await feed.read();
  expect(feed.requests[1]!.headers).not.toHaveProperty('if-none-match');
  expect((await feed.busy()).at(-1)! > before).toBe(true);
});

test('times of a calendar that cannot be read count for a day', async () => {
  const feed = await newFeedReader();
  feed.answer(() => ({ headers: { etag: '"1"' }, body: calendarOf(meeting) }));
  await feed.read();
  feed.answer(() => ({ status: 404 }));
  feed.advance(23 * 60 * MINUTE_MS);
  await feed.read();
  expect(await feed.busy()).toEqual([first]);
  expect((await feed.stored())!.problem).toBe('The server answered 404 instead of a calendar.');
  feed.advance(60 * MINUTE_MS);
  await feed.read();
  expect(await feed.busy()).toEqual([]);
  // That it has not changed says nothing to somebody who has none of it.
  feed.answer(({ headers }) =>
    'if-none-match' in headers ? { status: 304 } : { headers: { etag: '"1"' }, body: calendarOf(lunch) },
  );
  await feed.read();
  expect(await feed.busy()).toEqual([second]);
  expect(await feed.stored()).toMatchObject({ problem: null, failures: 0 });
});

test('a calendar that keeps failing is read more seldom', async () => {
  const feed = await newFeedReader();
  feed.answer(() => ({ status: 500 }));
  const pauses: number[] = [];
  for (let n = 0; n < 33; n++) pauses.push(Math.round((await feed.read())! / 15) * 15);
  expect([pauses[0], pauses[6], pauses[7], pauses[30], pauses[31], pauses[32]]).toEqual([
    15, 15, 60, 60, 360, 360,
  ]);
});

test.each<[string, () => object, string]>([
  [
    'a redirect',
    () => ({ status: 302 }),
    'The server answered 302, and redirects are not followed: add the address that it leads to.',
  ],
  [
    'that nothing has changed, to one who asked without a version,',
    () => ({ status: 304 }),
    'The server answered 304 instead of a calendar.',
  ],
  ['a page', () => ({ body: '<!doctype html>' }), 'The answer of the server is not a calendar (RFC 5545).'],
  [
    'half a calendar',
    () => ({ body: calendarOf(meeting).slice(0, 90) }),
    'The answer of the server is not a calendar (RFC 5545).',
  ],
  [
    'an answer that ends early',
    () => ({ truncated: true, body: calendarOf(meeting) }),
    'The server ended its answer before all of the calendar was sent.',
  ],
  [
    'a large calendar',
    () => ({ truncated: true, body: Buffer.alloc(CALENDAR_MAX_BYTES) }),
    'The calendar is larger than 2 MB.',
  ],
])('%s is said in words', async (_, answer, problem) => {
  const feed = await newFeedReader();
  feed.answer(answer);
  await feed.read();
  expect(await feed.stored()).toMatchObject({ problem, failures: 1, lastReadAt: null });
});

test.each([new AddressRefused('calendar.example.com', 'not_public'), new ConnectionFailed('timeout')])(
  'a connection that is not made is said in words: %s',
  async (error) => {
    const feed = await newFeedReader();
    feed.answer(() => Promise.reject(error));
    await feed.read();
    expect((await feed.stored())!.problem).toBe(error.message);
  },
);

test('a function that dies before or after its write leaves all to the next', async () => {
  for (const isWritten of [false, true]) {
    const feed = await newFeedReader();
    feed.answer(() => ({ headers: { etag: '"1"' }, body: calendarOf(meeting) }));
    const dying = watch(feed.database, async (_, send) => {
      if (isWritten) await send();
      throw new Error('dies');
    });
    await expect(feed.read(dying)).rejects.toThrow('dies');
    expect(await feed.busy()).toEqual(isWritten ? [first] : []);
    await feed.read();
    expect(await feed.busy()).toEqual([first]);
    expect(await feed.stored()).toMatchObject({ problem: null, failures: 0 });
  }
});

test('two that read at once, and one that reads what is deleted meanwhile, leave no times behind', async () => {
  const feed = await newFeedReader();
  feed.answer(() => ({ body: calendarOf(meeting) }));
  await Promise.all([feed.read(), feed.read()]);
  expect(await feed.busy()).toEqual([first]);
  feed.answer(async () => {
    const [found] = await readBusyFeeds(createReader(feed.database), feed.owner);
    await commit(
      feed.database,
      deleteBusyFeedChanges(found!, () => new Error('gone')),
    );
    return { body: calendarOf(lunch) };
  });
  await feed.read();
  expect([await feed.stored(), await feed.busy()]).toEqual([undefined, []]);
  expect(await feed.read()).toBeUndefined();
});

test('a feed ends with the membership', async () => {
  const feed = await newFeedReader();
  feed.answer(() => ({ body: calendarOf(meeting) }));
  await feed.read();
  await feed.workspace.operator.removeMember({
    workspaceId: feed.owner.workspaceId,
    id: feed.owner.memberId,
  });
  expect(await feed.read()).toBeUndefined();
  expect([await feed.stored(), await feed.busy()]).toEqual([undefined, []]);
});

test('an address is encrypted with the newest key when it is read', async () => {
  const feed = await newFeedReader();
  feed.answer(() => ({ body: calendarOf(meeting) }));
  const versions = [
    { version: 2, secret: 'another key', activeFrom: '2000-01-01T00:00:00.000Z' },
    { version: 1, secret: 'a key of tests', activeFrom: '1970-01-01T00:00:00.000Z' },
  ];
  feed.useKeys(async (purpose) => derivedKeys(versions, purpose, new Date()));
  await feed.read();
  expect(sealedWith((await feed.stored())!.sealed)).toBe(2);
  feed.useKeys(async (purpose) => derivedKeys(versions.slice(0, 1), purpose, new Date()));
  await feed.read();
  expect(feed.requests.map(({ url }) => url.href)).toEqual([SECRET_URL, SECRET_URL]);
});

/** A database whose writes are seen, or prevented. */
function watch(
  database: Database,
  onWrite: (input: unknown, send: () => Promise<unknown>) => void | Promise<void>,
): Database {
  const { client } = database;
  return {
    ...database,
    client: {
      ...client,
      sdk: () => client.sdk(),
      destroy: () => client.destroy(),
      async call(name, input, options) {
        const send = () => client.call(name, input, options);
        if (name === 'TransactWriteItems' || name === 'PutItem') await onWrite(input, send);
        return await send();
      },
    },
  };
}
