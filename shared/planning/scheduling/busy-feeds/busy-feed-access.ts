import { readMembership } from '../../../kernel/auth/membership-store.ts';
import type { Caller } from '../../../kernel/core/caller.ts';
import type { Reader } from '../../../kernel/core/database.ts';
import { toBusyFeed, type BusyFeed, type StoredBusyFeed } from './busy-feed.ts';
import { readBusyFeeds, type BusyFeedOwner, type FoundBusyFeed } from './busy-feed-store.ts';

/** The feeds of a member, newest first: those of an earlier membership have ended with it. */
export async function currentFeeds(read: Reader, owner: BusyFeedOwner): Promise<FoundBusyFeed[]> {
  const [all, membership] = await Promise.all([
    readBusyFeeds(read, owner),
    readMembership(read, owner.workspaceId, owner.memberId),
  ]);
  return all.filter(({ feed }) => membership && feed.memberSince === (membership.since ?? null));
}

/** A feed as a caller sees it: its address and problem are for the member and for admins. */
export function feedShownTo(caller: Caller, stored: StoredBusyFeed): BusyFeed {
  const feed = toBusyFeed(stored);
  const isShown = caller.role === 'admin' || caller.principalId === feed.memberId;
  return isShown ? feed : { ...feed, url: null, problem: null };
}
