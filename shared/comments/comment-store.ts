import { defineDocument } from '../db/document.ts';
import { itemKind } from '../db/table.ts';
import { Json } from '../core/json.ts';
import {
  MAX_REPLIES,
  REPLIES_MAX_BYTES,
  commentBytes,
  storedCommentSchema,
  type Comment,
  type StoredComment,
} from './comment.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

const document = defineDocument<StoredComment>(storedCommentSchema.keyof().options);

/** What a stream of changes knows them by. */
export const commentKind = itemKind('K#');
const commentKey = commentKind.key;

/** The list partitions: a story's comments without the replies, and the replies to one of them. */
const rootsOf = (storyId: string): string => `S#${storyId}#K`;
const repliesTo = (rootId: string): string => `${commentKey(rootId).pk}#R`;

export const commentSortKey = (id: string): string => commentKey(id).pk;
export const commentIdOf = commentKind.idOf;
export const commentStoryOf = (item: Item): string => item['storyId'] as string;

/** A comment that is no reply counts its replies and their bytes, beside its document and in the list index. */
export const isRoot = (item: Item): boolean => item['replyCount'] !== undefined;
export const replyCountOf = (root: Item): number => root['replyCount'] as number;

/** The bytes that a root takes in an answer together with its replies. */
export const threadBytes = (root: Item): number =>
  Buffer.byteLength(document.json(root).text) + (root['replyBytes'] as number);

export const getCommentItem = (read: Reader, id: string) => read.get(commentKey(id));

interface RootsQuery {
  before: string | undefined;
  limit: number;
}

/** Up to `limit` of a story's comments that are no replies, newest first, eventually consistent. */
export const findRoots = (read: Reader, storyId: string, { before, limit }: RootsQuery) =>
  read.query({
    index: 'list',
    partition: rootsOf(storyId),
    limit,
    ...(before === undefined ? {} : { before }),
  });

/** All replies to a comment, newest first, eventually consistent. */
export const findReplies = (read: Reader, rootId: string) =>
  read.query({ index: 'list', partition: repliesTo(rootId), limit: MAX_REPLIES });

export const toComment = (item: Item): StoredComment => document.read(item);

/** A comment as clients see it, with the replies as findReplies gives them. */
export const toCommentJson = (item: Item, replies: readonly Item[]): Json<Comment> =>
  withReplies(document.json(item).text, replies);

/** As toCommentJson, of a comment that is not read from the table. */
export const commentJson = (comment: StoredComment, replies: readonly Item[]): Json<Comment> =>
  withReplies(JSON.stringify(comment), replies);

function withReplies(text: string, replies: readonly Item[]): Json<Comment> {
  const oldestFirst = replies.toReversed().map((reply) => toCommentJson(reply, []).text);
  return new Json(`${text.slice(0, -1)},"replies":[${oldestFirst.join(',')}]}`);
}

/** The story's workspace and team are kept with a comment, since events tell of it when the story is gone. */
export const putComment = (
  comment: StoredComment,
  { workspaceId, teamId }: { workspaceId: string; teamId: string },
): Change => ({
  put: {
    ...commentKey(comment.id),
    ...document.write(comment),
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

/** Counts a new reply, while its root takes any; `refused` is handed the root as it is, if it is there. */
export function countReply(reply: Reply, refused: (root: Item | undefined) => Error): Change {
  const bytes = commentBytes(reply);
  return {
    update: commentKey(reply.parentId),
    with: { add: { replyCount: 1, replyBytes: bytes } },
    if: {
      equals: { closing: undefined },
      below: { replyCount: MAX_REPLIES, replyBytes: REPLIES_MAX_BYTES - bytes + 1 },
    },
    onConditionFailed: refused,
  };
}

/** Whether a root takes no more replies because its deletion has begun. */
export const isClosing = (root: Item): boolean => root['closing'] === true;

/**
 * Replaces a comment's content, and for a reply what its root counts of it. `stale` is thrown when the version
 * it was made from is gone, `refused` when the replies would take too many bytes together.
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
    with: { set: { ...document.write(comment), updatedAt } },
    if: { equals: { updatedAt: previous.updatedAt } },
    onConditionFailed: stale,
  };
  if (!isReply(comment)) return [change];
  const growth = commentBytes(comment) - commentBytes(previous);
  const recount: Change = {
    update: commentKey(comment.parentId),
    with: { add: { replyBytes: growth } },
    if: growth > 0 ? { equals: {}, below: { replyBytes: REPLIES_MAX_BYTES - growth + 1 } } : 'present',
    onConditionFailed: refused,
  };
  return [change, recount];
}

/** The changes that delete one reply. */
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

/** Lets a root take no more replies. */
export const closeThread = (root: Key, gone: () => Error): Change => ({
  update: commentKey(commentIdOf(root)),
  with: { set: { closing: true } },
  if: 'present',
  onConditionFailed: gone,
});

/** The changes that delete some replies to a closed root; their bytes stay counted, since it goes soon. */
export const deleteReplies = (root: Key, replies: readonly Key[], writeConflict: () => Error): Change[] => [
  ...replies.map((reply) => deletePresent(reply, writeConflict)),
  {
    update: commentKey(commentIdOf(root)),
    with: { add: { replyCount: -replies.length } },
    if: 'present',
    onConditionFailed: writeConflict,
  },
];

/** The changes that delete a root and all its replies, when these are all that it counts. */
export const deleteThread = (root: Key, replies: readonly Key[], writeConflict: () => Error): Change[] => [
  ...replies.map((reply) => deletePresent(reply, writeConflict)),
  {
    delete: commentKey(commentIdOf(root)),
    if: { equals: { replyCount: replies.length } },
    onConditionFailed: writeConflict,
  },
];

const deletePresent = ({ pk, sk }: Key, writeConflict: () => Error): Change => ({
  delete: { pk, sk },
  if: 'present',
  onConditionFailed: writeConflict,
});
