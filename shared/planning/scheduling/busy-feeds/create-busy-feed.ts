import { operation } from '../../../kernel/api/operation/operation.ts';
import { toMembership } from '../../../kernel/auth/membership-store.ts';
import { orNotFound, writeConflict } from '../../../kernel/core/errors.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { moveJob } from '../../../kernel/jobs/job-store.ts';
import { encryptSecret } from '../../../kernel/secrets/signing-secret.ts';
import {
  assertOwnOrAdmin,
  assertRoom,
  assertVisible,
  loadMember,
} from '../working-time/working-time-access.ts';
import {
  busyFeedCreateSchema,
  busyFeedSchema,
  BUSY_FEEDS_MAX,
  toBusyFeed,
  type StoredBusyFeed,
} from './busy-feed.ts';
import { currentFeeds, feedShownTo } from './busy-feed-access.ts';
import { busyFeedJob, putBusyFeed, readBusyFeeds } from './busy-feed-store.ts';
import { BUSY_FEEDS_PATH } from './list-busy-feeds.ts';

export const createBusyFeed = operation({
  id: 'createBusyFeed',
  method: 'POST',
  path: BUSY_FEEDS_PATH,
  tag: 'Schedule',
  summary: 'Add a busy feed',
  description: `Has a calendar (RFC 5545) read every 15 minutes: the times that its events take become busy, without their titles, and nothing is planned in them. Events that are shown as free take none. A calendar that cannot be read counts for a day as it last was. People add their own, up to ${BUSY_FEEDS_MAX}, admins those of everybody.`,
  scopes: ['schedule:write'],
  principals: ['user'],
  status: 201,
  errors: ['insufficient_role', 'conflict'],
  params: { memberId: uuid() },
  body: busyFeedCreateSchema,
  output: busyFeedSchema,
  load: loadMember,
  handle: async ({
    path,
    body,
    loaded,
    caller,
    read,
    now,
    newId,
    randomBytes,
    keys,
    resolvePublic,
    commit,
  }) => {
    const { workspaceId, memberId } = path;
    assertOwnOrAdmin(caller, memberId, loaded.member);
    const { calendarAddressOrThrow } = await import('./calendar-address.ts');
    const { url, secretUrl } = await calendarAddressOrThrow(body.url, { resolvePublic });
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
  },
  replay: async ({ caller, read, resourceId }) => {
    const [memberId = '', id = ''] = resourceId.split('#');
    const path = { workspaceId: caller.workspaceId, memberId };
    const [member, feeds] = await Promise.all([loadMember({ path, read }).member, currentFeeds(read, path)]);
    assertVisible(caller, member);
    return feedShownTo(caller, orNotFound(feeds.find(({ feed }) => feed.id === id)?.feed, 'busy feed'));
  },
});
