import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { hashSecret, newSecret } from '../../kernel/auth/token.ts';
import { getMemberItem, toMembership } from '../../kernel/auth/membership-store.ts';
import { WithSecret } from '../../kernel/core/call.ts';
import { ApiError, orNotFound } from '../../kernel/core/errors.ts';
import { calendarPath } from './calendar-address.ts';
import { CALENDAR_FEEDS_PATH, ownFeed, ownFeeds } from './feed-access.ts';
import {
  calendarFeedCreateSchema,
  calendarFeedSchema,
  CALENDAR_FEEDS_MAX,
  toCalendarFeed,
  type StoredFeed,
} from './calendar-feed.ts';
import { putFeed } from './calendar-feed-store.ts';
import { assertNamed, assertReadable, assertTargetVisible } from './feed-target.ts';

export const createCalendarFeed = operation({
  id: 'createCalendarFeed',
  method: 'POST',
  path: CALENDAR_FEEDS_PATH,
  tag: 'Schedule',
  summary: 'Create a calendar feed',
  description:
    "Creates a secret address for calendar programs, which read a file there (RFC 5545). It shows what the caller may see at that time, and nothing once they leave; it opens nothing else. The address is in `url`, in this response only: anyone who has it can read the file, until the feed is deleted. The credential also needs the scopes of what the calendar shows: stories:read, and for a view those of what its filter names, or sprints:read and objectives:read for a team's.",
  scopes: ['schedule:read'],
  principals: ['user'],
  audit: audited('calendar_feed.created', ['kind', 'teamId', 'viewId']),
  status: 201,
  errors: ['invalid_reference', 'quota_exceeded'],
  secret: 'url',
  body: calendarFeedCreateSchema,
  output: calendarFeedSchema,
  handle: async ({ body, caller, read, now, newId, randomBytes, baseUrl, commit }) => {
    assertNamed(body);
    assertReadable(caller, body);
    const { workspaceId, principalId: memberId } = caller;
    const [all, member] = await Promise.all([
      ownFeeds(caller, read),
      getMemberItem(read, workspaceId, memberId),
      assertTargetVisible({ caller, read }, body),
    ]);
    if (all.length >= CALENDAR_FEEDS_MAX) throw tooMany();
    const secret = newSecret(randomBytes);
    const feed: StoredFeed = {
      id: newId(),
      workspaceId,
      memberId,
      kind: body.kind,
      teamId: body.teamId ?? null,
      viewId: body.viewId ?? null,
      createdAt: now.toISOString(),
      hash: hashSecret(secret),
      memberSince: toMembership(orNotFound(member, 'member')).since ?? null,
      // Whatever the filter of its view will name.
      scopes: [...caller.scopes].filter((scope) => scope.endsWith(':read')),
    };
    await commit([putFeed(feed)], feed.id, { to: feed });
    const path = calendarPath({ workspaceId, memberId, feedId: feed.id, secret });
    return new WithSecret(toCalendarFeed(feed), `${baseUrl()}${path}`);
  },
  replay: async ({ caller, read, resourceId }) =>
    toCalendarFeed(orNotFound(await ownFeed(caller, read, resourceId), 'calendar feed')),
});

const tooMany = (): ApiError =>
  new ApiError(
    'quota_exceeded',
    `A person can have ${CALENDAR_FEEDS_MAX} calendar feeds, and you have them.`,
    {
      hint: 'Delete a feed that no program reads any more.',
      details: { quota: 'calendar_feeds', limit: CALENDAR_FEEDS_MAX },
    },
  );
