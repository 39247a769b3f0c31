import { entityTag, unlessKnown } from '../../kernel/api/http/entity-tag.ts';
import type { WebCall, WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { matchesHash } from '../../kernel/auth/token.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { CALENDARS_PATH, parseCalendarFile } from '../../planning/calendar-feeds/calendar-address.ts';
import type { StoredFeed } from '../../planning/calendar-feeds/calendar-feed.ts';
import { getFeed } from '../../planning/calendar-feeds/calendar-feed-store.ts';

/** The same for an address that never was, a feed that was deleted, and what its owner may no longer see. */
const noCalendar = (): ApiError =>
  new ApiError('not_found', 'There is no calendar at this address.', {
    hint: 'Create a feed with createCalendarFeed, and give its address to the calendar program.',
    resource: 'calendar feed',
  });

/** Serves a calendar to anyone who has its address, with the rights that the feed's owner has now. */
async function showCalendar(call: WebCall): Promise<WebResponse> {
  const { feed, caller } = await feedOrThrow(call);
  await call.identify(caller);
  // Imported on demand: few requests of its function are for calendars.
  const { calendarFile } = await import('./calendar-file.ts');
  const body = await calendarFile(call, { feed, caller });
  if (body === undefined) throw noCalendar();
  const headers = { ...calendarHeaders, etag: entityTag(body) };
  return unlessKnown(call.request, { status: 200, headers, body });
}

const calendarHeaders = {
  'content-type': 'text/calendar; charset=utf-8',
  'content-disposition': 'inline; filename="plotline.ics"',
  'cache-control': 'private, no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** The feed of an address, and its owner as a caller; throws a 404 for any other address. */
async function feedOrThrow(call: WebCall): Promise<{ feed: StoredFeed; caller: Caller }> {
  const { request, read } = call;
  const address = parseCalendarFile(request.parameters['file'] ?? '');
  if (address) {
    const { workspaceId, memberId, feedId, secret } = address;
    const [feed, membership] = await Promise.all([
      getFeed(read, address, feedId),
      readMembership(read, workspaceId, memberId),
    ]);
    if (
      feed &&
      matchesHash(secret, feed.hash) &&
      membership?.role &&
      feed.memberSince === (membership.since ?? null)
    ) {
      call.present({ credentialId: feedId, workspaceId, proof: secret });
      return { feed, caller: callerOf(feed, { role: membership.role, teamIds: membership.teamIds }) };
    }
  }
  await call.countForNetwork();
  throw noCalendar();
}

const callerOf = (
  { id, workspaceId, memberId, scopes }: StoredFeed,
  { role, teamIds }: Pick<Caller, 'role' | 'teamIds'>,
): Caller => ({
  kind: 'user',
  principalId: memberId,
  workspaceId,
  role,
  scopes: new Set(scopes as Scope[]),
  teamIds,
  restrictedTeamIds: null,
  credentialId: id,
  credentialName: 'Calendar feed',
  expiresAt: '',
  actor: { kind: 'user', id: memberId, via: 'rest' },
});

export const calendarRoute: WebRoute = {
  id: 'showCalendar',
  method: 'GET',
  path: `${CALENDARS_PATH}/{file}`,
  handle: showCalendar,
};
