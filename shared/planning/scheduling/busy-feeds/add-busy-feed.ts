import { toMembership } from '../../../kernel/auth/membership-store.ts';
import type { Call } from '../../../kernel/core/call.ts';
import type { Item } from '../../../kernel/core/database.ts';
import { orNotFound, writeConflict } from '../../../kernel/core/errors.ts';
import { moveJob } from '../../../kernel/jobs/job-store.ts';
import { encryptSecret } from '../../../kernel/secrets/signing-secret.ts';
import { assertOwnOrAdmin, assertRoom } from '../working-time/working-time-access.ts';
import {
  BUSY_FEEDS_MAX,
  toBusyFeed,
  type BusyFeed,
  type BusyFeedCreate,
  type StoredBusyFeed,
} from './busy-feed.ts';
import { busyFeedJob } from './busy-feed-job.ts';
import { putBusyFeed, readBusyFeeds, type BusyFeedOwner } from './busy-feed-store.ts';
import { calendarAddressOrThrow } from './calendar-address.ts';

type Addition = Call<BusyFeedOwner, object, BusyFeedCreate, { member: Item | undefined }>;

/** Stores the address of a member's calendar, encrypted, and requests that it is read. Throws a 400, 403, 404 or 409. */
export async function addBusyFeed(call: Addition): Promise<BusyFeed> {
  const { path, body, loaded, caller, read, now, newId, randomBytes, keys, commit } = call;
  const { workspaceId, memberId } = path;
  assertOwnOrAdmin(caller, memberId, loaded.member);
  const { url, secretUrl } = await calendarAddressOrThrow(body.url, call);
  const taken = new Set((await readBusyFeeds(read, path)).map(({ feed }) => feed.slot));
  assertRoom(taken.size, BUSY_FEEDS_MAX, 'busy feeds');
  const id = newId();
  const { current } = await keys('busyFeeds');
  const feed: StoredBusyFeed = {
    id,
    memberId,
    workspaceId,
    url,
    lastReadAt: null,
    problem: null,
    createdAt: now.toISOString(),
    slot: Array.from({ length: BUSY_FEEDS_MAX }, (_, slot) => slot).find((slot) => !taken.has(slot))!,
    sealed: encryptSecret(secretUrl, current, { ownerId: id, randomBytes }),
    memberSince: toMembership(orNotFound(loaded.member, 'member')).since ?? null,
    failures: 0,
    etag: null,
    lastModified: null,
    digest: null,
    readFor: null,
  };
  const unset = { isNew: true, dueAt: undefined, leasedUntil: undefined, workspaceId: undefined };
  const due = { dueAt: now.toISOString(), leasedUntil: undefined };
  await commit(
    [putBusyFeed(feed, writeConflict), moveJob(busyFeedJob(feed), unset, due, writeConflict)],
    `${memberId}#${id}`,
  );
  return toBusyFeed(feed);
}
