import type { Change, Item, Key, Reader } from '../../../kernel/core/database.ts';
import { defineDocument } from '../../../kernel/db/document.ts';
import { itemKind } from '../../../kernel/db/table.ts';
import { storedBusyFeedSchema, type StoredBusyFeed } from './busy-feed.ts';

export const busyFeedDocument = defineDocument(storedBusyFeedSchema);

/** Busy feeds: each is in a partition of its member. The times that they say are taken are with the working time. */
const busyFeedKind = itemKind('BF#', 'workspace first', 'any');
const FEED = 'F#';

/** Whose feeds they are. */
export interface BusyFeedOwner {
  workspaceId: string;
  memberId: string;
}

const partitionOf = ({ workspaceId, memberId }: BusyFeedOwner): string =>
  busyFeedKind.key(`${workspaceId}#${memberId}`).pk;

/** There are as many keys as a member can have feeds, so that concurrent requests stay within the limit. */
const feedKey = (feed: BusyFeedOwner & Pick<StoredBusyFeed, 'slot'>): Key => ({
  pk: partitionOf(feed),
  sk: `${FEED}${feed.slot}`,
});

/** A feed with its item, to replace it if nothing else has. */
export interface FoundBusyFeed {
  feed: StoredBusyFeed;
  item: Item;
}

/** All feeds of a member, newest first, strongly consistent. */
export const readBusyFeeds = async (read: Reader, owner: BusyFeedOwner): Promise<FoundBusyFeed[]> =>
  (await read.children(partitionOf(owner), FEED))
    .map((item) => ({ feed: busyFeedDocument.read(item), item }))
    .sort((one, other) => (one.feed.id < other.feed.id ? 1 : -1));

/** Adds a feed. Throws `taken` if another has its place. */
export const putBusyFeed = (feed: StoredBusyFeed, taken: () => Error): Change => ({
  put: { ...feedKey(feed), ...busyFeedDocument.write(feed) },
  if: 'absent',
  onConditionFailed: taken,
});

/** Replaces a feed. Throws `stale` if it has been changed or deleted since it was read. */
export const replaceBusyFeed = (
  next: StoredBusyFeed,
  { item }: FoundBusyFeed,
  stale: () => Error,
): Change => ({
  put: { ...feedKey(next), ...busyFeedDocument.write(next) },
  if: { equals: { doc: item['doc'] } },
  onConditionFailed: stale,
});

/** Deletes a feed, whatever was read meanwhile. Throws `gone` if there is none. */
export const deleteBusyFeedItem = ({ feed }: FoundBusyFeed, gone: () => Error): Change => ({
  delete: feedKey(feed),
  if: 'present',
  onConditionFailed: gone,
});
