import { attributesOf, defineDocument } from '../../kernel/db/document.ts';
import { gsi6, gsi7, inIndex, itemKind } from '../../kernel/db/table.ts';
import { firstIdAt, timeOfId } from '../../kernel/core/id.ts';
import {
  REPLIES_MAX,
  REPLIES_MAX_BYTES,
  commentBytes,
  storedCommentSchema,
  type Comment,
  type StoredComment,
} from './comment.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

export const commentDocument = defineDocument(storedCommentSchema, { added: { origin: 'member' } });

/** Identifies these items in the table's stream. */
export const commentKind = itemKind('K#', 'workspace');
const commentKey = commentKind.key;

/** The list partitions: a story's top-level comments, and the replies to one of them. */
const rootsOf = (storyId: string): string => `S#${storyId}#K`;
const repliesTo = (rootId: string): string => `${commentKey(rootId).pk}#R`;

/** Indexes of a team's comments, replies included. */
export const commentIndexes = { team: gsi6, changed: gsi7 } as const;

/** The partitions of these indexes. */
export const commentPartitions = {
  /** All of them. */
  team: (teamId: string) => `T#${teamId}#K`,
  /** The comments last changed on a UTC day other than that of their creation. */
  changed: (teamId: string, day: string) => `T#${teamId}#K#${day}`,
};

/** The lowest sort key of comments created at or after an instant, in milliseconds since 1970. */
export const firstCommentSortKeyAt = (at: number): string => commentSortKey(firstIdAt(at));

export const commentSortKey = (id: string): string => commentKey(id).pk;
/** A sort key above that of a comment and below those of all newer ones. */
export const sortKeyAbove = (id: string): string => `${commentSortKey(id)}~`;

export const commentIdOf = commentKind.idOf;
export const commentStoryOf = (item: Item): string => item['storyId'] as string;

/** A top-level comment stores the number and total size of its replies next to its document. */
export const isRoot = (item: Item): boolean => item['replyCount'] !== undefined;
export const replyCountOf = (root: Item): number => root['replyCount'] as number;

/** Size in bytes of a top-level comment and its replies in a response. */
export const threadBytes = (root: Item): number =>
  Buffer.byteLength(JSON.stringify(toComment(root))) + (root['replyBytes'] as number);

export const getCommentItem = (read: Reader, id: string) => read.get(commentKey(id));

interface RootsQuery {
  before: string | undefined;
  limit: number;
}

/** Returns up to `limit` of a story's top-level comments, newest first. Eventually consistent. */
export const findRoots = (read: Reader, storyId: string, { before, limit }: RootsQuery) =>
  read.query({
    index: 'list',
    partition: rootsOf(storyId),
    limit,
    ...(before === undefined ? {} : { before }),
  });

/** Returns all replies to a comment, newest first. Eventually consistent. */
export const findReplies = (read: Reader, rootId: string) =>
  read.query({ index: 'list', partition: repliesTo(rootId), limit: REPLIES_MAX });

/** Returns up to `limit` of a team's comments, replies included, from a sort key on, oldest first. Eventually consistent. */
export async function findTeamComments(
  read: Reader,
  teamId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Item[]> {
  const partition = commentPartitions.team(teamId);
  const keys = await read.query({ index: commentIndexes.team, partition, ascending: { after }, limit });
  // The index has keys alone.
  return await getListedComments(read, keys);
}

export const toComment = (item: Item): StoredComment => commentDocument.read(item);

/** Reads comments by key, as lists of several stories return them. Eventually consistent; some may be gone. */
export async function getListedComments(read: Reader, keys: readonly Key[]): Promise<Item[]> {
  const items = await read.getMany(keys, ['doc']);
  return items.filter((item) => item !== undefined);
}

/** The attributes by which lists of several stories find a comment. */
function indexEntries(
  { id, updatedAt }: Pick<StoredComment, 'id' | 'updatedAt'>,
  teamId: string,
): Record<string, string> {
  const createdOn = new Date(timeOfId(id)).toISOString().slice(0, 10);
  const changedOn = updatedAt.slice(0, 10);
  return {
    ...inIndex(commentIndexes.team, commentPartitions.team(teamId)),
    ...(changedOn === createdOn
      ? {}
      : inIndex(commentIndexes.changed, commentPartitions.changed(teamId, changedOn))),
  };
}

/** The workspace and team of a comment's story. */
export interface CommentPlace {
  workspaceId: string;
  teamId: string;
}

/** The place stored with a comment. */
export function storedPlaceOf(item: Item): CommentPlace {
  const { workspaceId, teamId } = attributesOf<CommentPlace>(item);
  return { workspaceId, teamId };
}

const entriesOf = (item: Item, { teamId }: CommentPlace): Record<string, string> =>
  indexEntries({ id: commentIdOf(item), updatedAt: item['updatedAt'] as string }, teamId);

/** The change that adds a comment to the indexes of lists of several stories. The comment's version stays the same. */
export const indexComment = (item: Item, place: CommentPlace, writeConflict: () => Error): Change => ({
  update: commentKey(commentIdOf(item)),
  with: { set: { ...place, ...entriesOf(item, place) } },
  if: { equals: { updatedAt: item['updatedAt'] } },
  onConditionFailed: writeConflict,
});

/** A comment as clients see it, with its replies as returned by findReplies. */
export const showComment = (comment: StoredComment, replies: readonly Item[]): Comment => ({
  ...comment,
  replies: replies.toReversed().map((reply) => ({ ...toComment(reply), replies: [] })),
});

/**
 * The story's workspace and team are stored with the comment, because events still need them after the story
 * is deleted. A restored comment comes with replies.
 */
export const putComment = (
  comment: StoredComment,
  { workspaceId, teamId }: CommentPlace,
  replies: readonly StoredComment[] = [],
): Change => ({
  put: {
    ...commentKey(comment.id),
    ...commentDocument.write(comment),
    storyId: comment.storyId,
    workspaceId,
    teamId,
    updatedAt: comment.updatedAt,
    ...indexEntries(comment, teamId),
    ...(comment.parentId === null
      ? { inList: rootsOf(comment.storyId), ...sizeOf(replies) }
      : { inList: repliesTo(comment.parentId) }),
  },
  if: 'absent',
});

/** What a top-level comment counts of its replies. */
const sizeOf = (replies: readonly StoredComment[]) => ({
  replyCount: replies.length,
  replyBytes: replies.reduce((sum, reply) => sum + commentBytes(reply), 0),
});

/** Adds several restored replies to their parent's counters. Throws `gone` if it does not exist. */
export const countReplies = (
  rootId: string,
  replies: readonly StoredComment[],
  gone: () => Error,
): Change => ({
  update: commentKey(rootId),
  with: { add: sizeOf(replies) },
  if: 'present',
  onConditionFailed: gone,
});

type Reply = StoredComment & { parentId: string };

export const isReply = (comment: StoredComment): comment is Reply => comment.parentId !== null;

/**
 * Adds a reply to its parent's counters if the parent accepts replies; otherwise throws `refused`, which
 * receives the parent's current item, if it exists.
 */
export function countReply(reply: Reply, refused: (root: Item | undefined) => Error): Change {
  const bytes = commentBytes(reply);
  return {
    update: commentKey(reply.parentId),
    with: { add: { replyCount: 1, replyBytes: bytes } },
    if: {
      equals: { closing: undefined },
      below: { replyCount: REPLIES_MAX, replyBytes: REPLIES_MAX_BYTES - bytes + 1 },
    },
    onConditionFailed: refused,
  };
}

/** Whether a comment accepts no replies and no updates of them because it is being deleted. */
export const isClosing = (root: Item): boolean => root['closing'] === true;

interface Replacement {
  previous: StoredComment;
  /** The team stored with the comment. */
  storedTeamId: string | undefined;
  /** The team of the comment's story; another one until the comment has followed a story that moved. */
  teamId: string;
  stale: (current: Item | undefined) => Error;
  refused: (root: Item | undefined) => Error;
}

/**
 * Replaces a comment with its next version and, for a reply, updates its parent's counters. Throws `stale` if
 * the version that was read is no longer current, `refused` if the thread would become too large or is being deleted.
 */
export function replaceComment(
  comment: StoredComment,
  { previous, storedTeamId, teamId, stale, refused }: Replacement,
): Change[] {
  const { updatedAt } = comment;
  const entries = indexEntries(comment, teamId);
  const change: Change = {
    update: commentKey(comment.id),
    with: { set: { ...commentDocument.write(comment), ...entries, teamId, updatedAt } },
    if: { equals: { updatedAt: previous.updatedAt, teamId: storedTeamId } },
    onConditionFailed: stale,
  };
  if (!isReply(comment)) return [change];
  const growth = commentBytes(comment) - commentBytes(previous);
  const recount: Change = {
    update: commentKey(comment.parentId),
    with: { add: { replyBytes: growth } },
    if: {
      equals: { closing: undefined },
      ...(growth > 0 ? { below: { replyBytes: REPLIES_MAX_BYTES - growth + 1 } } : {}),
    },
    onConditionFailed: refused,
  };
  return [change, recount];
}

/** Changes that delete one reply. */
export const deleteReply = (reply: Reply, writeConflict: () => Error): Change[] => [
  {
    delete: commentKey(reply.id),
    if: { equals: { updatedAt: reply.updatedAt } },
    onConditionFailed: writeConflict,
  },
  {
    update: commentKey(reply.parentId),
    with: { add: { replyCount: -1, replyBytes: -commentBytes(reply) } },
    if: 'present',
    onConditionFailed: writeConflict,
  },
];

/** Closes a comment to new replies and to changes of its replies, so that its deletion loses to few of them. */
export const closeThread = (root: Key, gone: () => Error): Change => ({
  update: commentKey(commentIdOf(root)),
  with: { set: { closing: true } },
  if: 'present',
  onConditionFailed: gone,
});

/**
 * Changes that delete some of the replies to a closed comment. Its byte counter is left as is, because the
 * comment is deleted next.
 */
export const deleteReplies = (root: Key, replies: readonly Key[], writeConflict: () => Error): Change[] => [
  ...replies.map((reply) => deletePresent(reply, writeConflict)),
  {
    update: commentKey(commentIdOf(root)),
    with: { add: { replyCount: -replies.length } },
    if: 'present',
    onConditionFailed: writeConflict,
  },
];

/** Changes that delete a top-level comment and its replies, provided that no others exist. */
export const deleteThread = (root: Item, replies: readonly Key[], writeConflict: () => Error): Change[] => [
  ...replies.map((reply) => deletePresent(reply, writeConflict)),
  {
    delete: commentKey(commentIdOf(root)),
    // An item from an index has no version.
    if: { equals: { replyCount: replies.length, ...versionIn(root) } },
    onConditionFailed: writeConflict,
  },
];

const versionIn = ({ updatedAt }: Item): object => (updatedAt === undefined ? {} : { updatedAt });

const deletePresent = ({ pk, sk }: Key, writeConflict: () => Error): Change => ({
  delete: { pk, sk },
  if: 'present',
  onConditionFailed: writeConflict,
});
