import { readMembership } from '../../kernel/auth/membership-store.ts';
import { getVisitorLink } from '../../kernel/auth/visitor-store.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import type { Author } from './author.ts';
import { commentsOf, toFeedbackComment } from './comment-store.ts';
import { COMMENTS_MAX, type FeedbackComment } from './feedback-comment.ts';
import type { FeedbackItem } from './item.ts';
import { getItem, mergedOf, toItem } from './item-store.ts';
import { chooserOf, followPages, withoutUnfollowed } from './follow-store.ts';
import { voteKeyPages, voterOf } from './vote-store.ts';

type Writer = Pick<Author, 'authorId' | 'authorKind'>;

/** The ids of the users behind authors of posts on a workspace's portals; of those who still have an account. */
async function usersOf(read: Reader, workspaceId: string, authors: readonly Writer[]): Promise<string[]> {
  const byId = new Map(authors.map((author) => [author.authorId, author]));
  const users = await Promise.all(
    [...byId.values()].map(async ({ authorId, authorKind }) =>
      authorKind === 'visitor'
        ? (await getVisitorLink(read, authorId))?.userId
        : (await readMembership(read, workspaceId, authorId))?.userId,
    ),
  );
  return users.filter((id) => id !== undefined);
}

/** The id of the user behind a person who changed something; undefined for others. */
export async function userOfActor(
  read: Reader,
  workspaceId: string,
  { kind, id }: Actor,
): Promise<string | undefined> {
  if (id === null || kind !== 'user') return undefined;
  return (await readMembership(read, workspaceId, id))?.userId;
}

/** An item, and those that were merged into it. */
async function withMerged(read: Reader, { id }: FeedbackItem): Promise<[string, ...string[]]> {
  const current = await getItem(read, id);
  return [id, ...(current ? mergedOf(current) : [])];
}

interface Among {
  /** The items whose writers are found. */
  ids: readonly string[];
  /** A comment: only the authors of those before it, without its own. */
  before?: Pick<FeedbackComment, 'id' | 'authorId'>;
}

/** The authors of an item and of comments on it. Comments are read eventually consistent. */
async function findWriters(
  read: Reader,
  workspaceId: string,
  item: FeedbackItem,
  { ids, before }: Among,
): Promise<string[]> {
  const lists = ids.map((id) =>
    read.query({ index: 'list', partition: commentsOf(id), limit: COMMENTS_MAX }),
  );
  const stored = (await Promise.all(lists)).flat();
  // Ids are in the order of time.
  const comments = stored.map(toFeedbackComment).filter(({ id }) => before === undefined || id < before.id);
  const authors = [item, ...comments].filter(({ authorId }) => authorId !== before?.authorId);
  return await usersOf(read, workspaceId, authors);
}

/** The ids of all who wrote on an item before a comment, but its author, unless they chose to get no news of the item. */
export async function findAnswered(
  read: Reader,
  workspaceId: string,
  item: FeedbackItem,
  comment: Pick<FeedbackComment, 'id' | 'authorId'>,
): Promise<string[]> {
  const ids = await withMerged(read, item);
  const writers = await findWriters(read, workspaceId, item, { ids, before: comment });
  return await withoutUnfollowed(read, ids, writers);
}

/** An item whose followers are read, first, and those merged into it, by their ids. */
export type Followed = readonly [itemId: string, ...merged: string[]];

export const followedOf = async (read: Reader, item: FeedbackItem): Promise<Followed> =>
  await withMerged(read, item);

/** Where reading goes on: at one of the items, in its votes, the choices for one of its ids, or what was written, after a user. */
export interface FollowerPosition {
  item: number;
  source: number;
  after?: string | undefined;
}

interface FollowerPage {
  /** The ids of users, each with the item that they were found for. */
  readers: ReadonlyMap<string, string>;
  /** Undefined after the last page. */
  next: FollowerPosition | undefined;
}

/** Users read at once from votes and choices. */
const READ_AT_ONCE = 100;

/**
 * Returns a page of about `most` of all who follow some items: they voted for one, wrote it, commented on it or chose to,
 * unless they chose not to. The same person can be in several pages, but only once in each.
 */
export async function readFollowers(
  read: Reader,
  { workspaceId, followed }: { workspaceId: string; followed: readonly Followed[] },
  from: FollowerPosition | undefined,
  most: number,
): Promise<FollowerPage> {
  const readers = new Map<string, string>();
  let next = from ?? { item: 0, source: 0 };
  while (next.item < followed.length) {
    if (readers.size >= most) return { readers, next };
    const ids = followed[next.item]!;
    const found = await readSource(read, workspaceId, ids, next);
    for (const userId of await withoutUnfollowed(read, ids, found.userIds))
      if (!readers.has(userId)) readers.set(userId, ids[0]);
    next = following(next, found.last, ids);
  }
  return { readers, next: undefined };
}

/** The position after a page that ended with a user, or with the end of its source. */
function following(
  { item, source }: FollowerPosition,
  last: string | undefined,
  ids: Followed,
): FollowerPosition {
  if (last !== undefined) return { item, source, after: last };
  const isLastSource = source > ids.length;
  return isLastSource ? { item: item + 1, source: 0 } : { item, source: source + 1 };
}

async function firstPage(pages: AsyncGenerator<Item[]>): Promise<Item[]> {
  for await (const page of pages) return page;
  return [];
}

/** Source 0 are the votes, then the choices for each id, then who wrote. `last` is undefined at the end of a source. */
async function readSource(
  read: Reader,
  workspaceId: string,
  ids: Followed,
  { source, after }: FollowerPosition,
): Promise<{ userIds: string[]; last: string | undefined }> {
  const limit = READ_AT_ONCE;
  const lastOf = (all: readonly string[]) => (all.length < limit ? undefined : all.at(-1));
  if (source === 0) {
    const keys = await firstPage(voteKeyPages(read, ids[0], { after, limit }));
    const voters = keys.map(voterOf);
    return { userIds: voters, last: lastOf(voters) };
  }
  const chosen = ids[source - 1];
  if (chosen !== undefined) {
    const choices = await firstPage(followPages(read, chosen, { after, limit }));
    const following = choices.filter((choice) => choice['following'] === true);
    return { userIds: following.map(chooserOf), last: lastOf(choices.map(chooserOf)) };
  }
  const item = await getItem(read, ids[0]);
  const userIds = item ? await findWriters(read, workspaceId, toItem(item), { ids }) : [];
  return { userIds: [...new Set(userIds)], last: undefined };
}
