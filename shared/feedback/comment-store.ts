import { defineDocument } from '../db/document.ts';
import { entityKey, itemKind } from '../db/table.ts';
import { MAX_COMMENTS, feedbackCommentSchema, type FeedbackComment } from './feedback-comment.ts';
import { countOnItem, itemSortKey } from './item-store.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

const document = defineDocument<FeedbackComment>(feedbackCommentSchema.keyof().options);

/** Identifies these items in the table's stream. */
export const feedbackCommentKind = itemKind('FC#');
const commentKey = feedbackCommentKind.key;

/** Hidden comments have a separate list. */
export const commentsOf = (itemId: string, hidden = false): string =>
  `${itemSortKey(itemId)}#${hidden ? 'CH' : 'C'}`;

export const commentSortKey = (id: string): string => commentKey(id).pk;
export const commentIdOf = ({ pk }: Key): string => pk.slice('FC#'.length);

/** The id of the item that a comment is on; undefined for an item of another kind. */
export const commentedItemOf = (item: Item): string | undefined =>
  item.pk.startsWith(commentSortKey('')) ? toComment(item).itemId : undefined;

export const getComment = (read: Reader, id: string) => read.get(commentKey(id));

export const toCommentJson = (item: Item) => document.json(item);
export const toComment = (item: Item) => document.read(item);

function commentItem(comment: FeedbackComment): Item {
  const { id, itemId, hidden, updatedAt } = comment;
  return {
    ...commentKey(id),
    ...document.write(comment),
    inList: commentsOf(itemId, hidden),
    updatedAt,
  };
}

/**
 * Changes that create a comment. Throws `refused` if its item is deleted, hidden or has the maximum number of
 * comments.
 */
export const putComment = (
  comment: FeedbackComment,
  refused: (item: Item | undefined) => Error,
): Change[] => [
  { put: commentItem(comment), if: 'absent' },
  countOnItem(comment.itemId, { attribute: 'commentCount', by: 1, most: MAX_COMMENTS }, refused),
];

/** Changes that hide or show a comment. */
export const replaceComment = (
  comment: FeedbackComment,
  previous: FeedbackComment,
  writeConflict: () => Error,
): Change[] => [
  {
    put: commentItem(comment),
    if: { equals: { updatedAt: previous.updatedAt } },
    onConditionFailed: writeConflict,
  },
  ...(comment.hidden === previous.hidden ? [] : [countMoved(comment, writeConflict)]),
];

/** Comments on a hidden item can be shown again, so the item only needs to exist. */
const countMoved = ({ itemId, hidden }: FeedbackComment, writeConflict: () => Error): Change => ({
  update: entityKey(itemSortKey(itemId)),
  with: { add: { commentCount: hidden ? -1 : 1 } },
  if: 'present',
  onConditionFailed: writeConflict,
});

/** Returns the keys of all comments on an item. Eventually consistent. */
export async function findCommentKeys(read: Reader, itemId: string): Promise<Item[]> {
  const lists = await Promise.all(
    [false, true].map((hidden) =>
      read.query({ index: 'list', partition: commentsOf(itemId, hidden), limit: 100_000 }),
    ),
  );
  return lists.flat();
}
