import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { StoredFeed } from './calendar-feed.ts';
import { getFeed, readFeeds } from './calendar-feed-store.ts';

export const CALENDAR_FEEDS_PATH = `${WORKSPACE_PATH}/calendar-feeds`;

type Who = Pick<Caller, 'workspaceId' | 'principalId'>;

const ownerOf = ({ workspaceId, principalId: memberId }: Who) => ({ workspaceId, memberId });

/** The feeds of the caller's current membership, newest first: those of an earlier one have ended with it. */
export async function ownFeeds(caller: Who, read: Reader): Promise<StoredFeed[]> {
  const { workspaceId, principalId } = caller;
  const [all, membership] = await Promise.all([
    readFeeds(read, ownerOf(caller)),
    readMembership(read, workspaceId, principalId),
  ]);
  return all.filter(({ memberSince }) => memberSince === (membership?.since ?? null));
}

/** A feed of the caller's; undefined if none has the id. */
export const ownFeed = (caller: Who, read: Reader, id: string): Promise<StoredFeed | undefined> =>
  getFeed(read, ownerOf(caller), id);
