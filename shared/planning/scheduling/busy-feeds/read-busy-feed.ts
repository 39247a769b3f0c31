import { hash, randomBytes } from 'node:crypto';
import { readMembership } from '../../../kernel/auth/membership-store.ts';
import type { Change } from '../../../kernel/core/database.ts';
import { DAY_MS, dayText, utcDay } from '../../../kernel/core/date-span.ts';
import { writeConflict } from '../../../kernel/core/errors.ts';
import type { PurposeKeys } from '../../../kernel/core/keyring.ts';
import { seedOf } from '../../../kernel/core/seeded-random.ts';
import { createReader } from '../../../kernel/db/reader.ts';
import { tryCommit } from '../../../kernel/db/write.ts';
import type { JobContext } from '../../../kernel/jobs/run-job.ts';
import { decryptSecret, encryptSecret, sealedWith } from '../../../kernel/secrets/signing-secret.ts';
import type { TimeSpan } from '../working-time/time-span.ts';
import {
  deleteFeedTimes,
  getFeedTimes,
  putFeedTimes,
  readWorkingHours,
} from '../working-time/working-time-store.ts';
import type { StoredBusyFeed } from './busy-feed.ts';
import { deleteBusyFeedChanges, jobOwner } from './busy-feed-job.ts';
import { readBusyFeeds, replaceBusyFeed } from './busy-feed-store.ts';
import { encodeSpans } from '../working-time/busy-spans.ts';
import type { CalendarProblem, CalendarWindow } from './busy-times-in.ts';
import { fetchCalendar, type SendRequest } from './fetch-calendar.ts';
import { readInThread } from './read-in-thread.ts';

const MINUTE_MS = 60_000;
/** How often a feed is read. */
const READ_EVERY_MS = 15 * MINUTE_MS;
/** How long after a number of failures in a row a feed is read again. */
const PAUSES = [
  { failures: 32, ms: 6 * 60 * MINUTE_MS },
  { failures: 8, ms: 60 * MINUTE_MS },
];
/** How long the times of a feed count that cannot be read, in milliseconds. */
const RETENTION_MS = DAY_MS;
/** The days of a calendar that are read: those of the planner's year, from the beginning of a day to the end of another. */
const WINDOW_DAYS = 368;

/** External dependencies of reading feeds. */
interface BusyFeedContext extends JobContext {
  request: SendRequest;
  keys: (purpose: 'busyFeeds') => Promise<PurposeKeys>;
}

/** What reading a calendar has led to: its busy times, undefined if they stay, or a problem. */
type FeedOutcome = { feed: Partial<StoredBusyFeed>; spans: TimeSpan[] | undefined } | { problem: string };

/**
 * Reads the calendar of a feed, and stores the times that it says are taken, if they have changed; the table's stream has
 * the member's stories planned again then. Times of a calendar that cannot be read count for a day. Deletes the feed of a
 * membership that has ended. Returns when to read it again; undefined if it is gone.
 */
export async function readBusyFeed(context: BusyFeedContext, ownerId: string): Promise<Date | undefined> {
  const { database, now } = context;
  const { id, ...owner } = jobOwner(ownerId);
  const read = createReader(database);
  const [feeds, membership, { timeZone }, times] = await Promise.all([
    readBusyFeeds(read, owner),
    readMembership(read, owner.workspaceId, owner.memberId),
    readWorkingHours(read, owner),
    getFeedTimes(read, owner, id),
  ]);
  const found = feeds.find(({ feed }) => feed.id === id);
  if (!found) return undefined;
  if (!membership || (membership.since ?? null) !== found.feed.memberSince) {
    await tryCommit(database, deleteBusyFeedChanges(found, writeConflict));
    return undefined;
  }
  const keys = await context.keys('busyFeeds');
  const outcome = await readCalendar(context, found.feed, { keys, timeZone });
  const feed: StoredBusyFeed = { ...found.feed, ...resealed(found.feed, keys) };
  const next = 'problem' in outcome ? failed(feed, outcome.problem, now) : succeeded(feed, outcome.feed, now);
  const changes = timesChanges(next, times, outcome);
  // One that is deleted meanwhile is not read again: its job is gone.
  await tryCommit(database, [replaceBusyFeed(next, found, writeConflict), ...changes]);
  return new Date(now.getTime() + pauseAfter(next));
}

async function readCalendar(
  { request, now }: BusyFeedContext,
  feed: StoredBusyFeed,
  { keys, timeZone }: { keys: PurposeKeys; timeZone: string },
): Promise<FeedOutcome> {
  const day = utcDay(now);
  const readFor = `${dayText(day)} ${timeZone}`;
  // Each day, and in another zone, the same calendar has other times.
  const isCurrent = feed.readFor === readFor;
  const version = isCurrent ? feed : { etag: null, lastModified: null };
  const fetched = await fetchCalendar(request, decryptSecret(feed.sealed, keys, feed.id), version);
  if (fetched === 'unchanged') return { feed: {}, spans: undefined };
  if ('problem' in fetched) return fetched;
  const digest = hash('sha256', fetched.file, 'base64url');
  if (isCurrent && digest === feed.digest) return { feed: fetched.version, spans: undefined };
  const window: CalendarWindow = { from: day * DAY_MS, to: (day + WINDOW_DAYS) * DAY_MS, timeZone };
  const spans = await readInThread(fetched.file, window);
  if (typeof spans === 'string') return { problem: problems[spans] };
  return { feed: { ...fetched.version, digest, readFor }, spans };
}

const problems: Record<CalendarProblem | 'unreadable' | 'took too long', string> = {
  not_a_calendar: 'The answer of the server is not a calendar (RFC 5545).',
  too_many_events: 'The calendar has more than 20,000 events.',
  too_many_repetitions: 'The events of the calendar repeat more than 100,000 times.',
  unreadable: 'The calendar is damaged, or takes too much memory to read.',
  'took too long': 'The calendar takes too long to read: a rule of an event may never be fulfilled.',
};

const succeeded = (feed: StoredBusyFeed, read: Partial<StoredBusyFeed>, now: Date): StoredBusyFeed => ({
  ...feed,
  ...read,
  lastReadAt: now.toISOString(),
  problem: null,
  failures: 0,
});

/** After a day, the whole calendar is needed again: its times are gone. */
function failed(feed: StoredBusyFeed, problem: string, now: Date): StoredBusyFeed {
  const isOld = feed.lastReadAt !== null && now.getTime() - Date.parse(feed.lastReadAt) >= RETENTION_MS;
  return { ...feed, problem, failures: feed.failures + 1, ...(isOld && { readFor: null }) };
}

/** The address, encrypted with the current key. */
const resealed = ({ id, sealed }: StoredBusyFeed, keys: PurposeKeys): Partial<StoredBusyFeed> =>
  sealedWith(sealed) === keys.current.version
    ? {}
    : { sealed: encryptSecret(decryptSecret(sealed, keys, id), keys.current, { ownerId: id, randomBytes }) };

/**
 * The changes that store the times of a feed, or delete those that no longer count; none if they stay the same, so that
 * nothing is planned again.
 */
function timesChanges(feed: StoredBusyFeed, times: string | undefined, outcome: FeedOutcome): Change[] {
  const spans = 'problem' in outcome ? undefined : outcome.spans;
  const stays = 'problem' in outcome ? feed.readFor !== null : spans === undefined;
  const next = encodeSpans(spans ?? []);
  if (stays || (times ?? '') === next) return [];
  return [next === '' ? deleteFeedTimes(feed, feed.id) : putFeedTimes(feed, feed.id, next)];
}

/** Feeds that were added together are read within a minute. */
function pauseAfter({ id, failures }: StoredBusyFeed): number {
  const pause = PAUSES.find((one) => failures >= one.failures)?.ms ?? READ_EVERY_MS;
  return pause + (seedOf([...id].map((character) => character.codePointAt(0)!)) % MINUTE_MS) - MINUTE_MS / 2;
}
