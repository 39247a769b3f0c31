import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { storedFeedSchema, type StoredFeed } from './calendar-feed.ts';

export const calendarFeedDocument = defineDocument(storedFeedSchema);

/** Calendar feeds: each is in a partition of the member whose it is. */
const calendarFeedKind = itemKind('CAL#', 'workspace first', 'any');
const FEED = 'F#';

/** Whose feeds they are. */
export interface FeedOwner {
  workspaceId: string;
  memberId: string;
}

const partitionOf = ({ workspaceId, memberId }: FeedOwner): string =>
  calendarFeedKind.key(`${workspaceId}#${memberId}`).pk;

const feedKey = (owner: FeedOwner, id: string): Key => ({ pk: partitionOf(owner), sk: `${FEED}${id}` });

const toFeed = (item: Item): StoredFeed => calendarFeedDocument.read(item);

/** All feeds of a member, newest first, strongly consistent. */
export const readFeeds = async (read: Reader, owner: FeedOwner): Promise<StoredFeed[]> =>
  (await read.children(partitionOf(owner), FEED))
    .map(toFeed)
    .sort((one, other) => (one.id < other.id ? 1 : -1));

/** A feed of a member; undefined if there is none with the id. */
export async function getFeed(read: Reader, owner: FeedOwner, id: string): Promise<StoredFeed | undefined> {
  const item = await read.get(feedKey(owner, id));
  return item && toFeed(item);
}

export const putFeed = (feed: StoredFeed): Change => ({
  put: { ...feedKey(feed, feed.id), ...calendarFeedDocument.write(feed) },
  if: 'absent',
});

/** Deletes a feed. Throws `gone` if there is none. */
export const deleteFeed = (feed: StoredFeed, gone: () => Error): Change => ({
  delete: feedKey(feed, feed.id),
  if: 'present',
  onConditionFailed: gone,
});
