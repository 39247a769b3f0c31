import { defineDocument } from '../db/document.ts';
import { itemKind } from '../db/table.ts';
import {
  REPLIES_MAX,
  REPLIES_MAX_BYTES,
  commentBytes,
  storedCommentSchema,
  type Comment,
  type StoredComment,
} from './comment.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

export const commentDocument = defineDocument(storedCommentSchema);

/** Identifies these items in the table's stream. */
export const commentKind = itemKind('K#', 'workspace');
const commentKey = commentKind.key;

/** The list partitions: a story's top-level comments, and the replies to one of them. */
const rootsOf = (storyId: string): string => `S#${storyId}#K`;
const repliesTo = (rootId: string): string => `${commentKey(rootId).pk}#R`;

export const commentSortKey = (id: string): string => commentKey(id).pk;
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

export const toComment = (item: Item): StoredComment => commentDocument.read(item);

/** A comment as clients see it, with its replies as returned by findReplies. */
export const showComment = (comment: StoredComment, replies: readonly Item[]): Comment => ({
  ...comment,
  replies: replies.toReversed().map((reply) => ({ ...toComment(reply), replies: [] })),
});

/**
 * The story's workspace and team are stored with the comment, because events still need them after the story
 * is deleted.
 */
export const putComment = (
  comment: StoredComment,
  { workspaceId, teamId }: { workspaceId: string; teamId: string },
): Change => ({
  put: {
    ...commentKey(comment.id),
    ...commentDocument.write(comment),
    storyId: comment.storyId,
    workspaceId,
    teamId,
    updatedAt: comment.updatedAt,
    ...(comment.parentId === null
      ? { inList: rootsOf(comment.storyId), replyCount: 0, replyBytes: 0 }
      : { inList: repliesTo(comment.parentId) }),
  },
  if: 'absent',
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

/**
 * Replaces a comment with its next version and, for a reply, updates its parent's counters. Throws `stale` if
 * the previous version is no longer current, `refused` if the thread would become too large or is being deleted.
 */
export function replaceComment(
  comment: StoredComment,
  previous: StoredComment,
  stale: (current: Item | undefined) => Error,
  refused: (root: Item | undefined) => Error,
): Change[] {
  const { updatedAt } = comment;
  const change: Change = {
    update: commentKey(comment.id),
    with: { set: { ...commentDocument.write(comment), updatedAt } },
    if: { equals: { updatedAt: previous.updatedAt } },
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
