import { removeReactions } from './reaction-store.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { entityKey, gsi2, inIndex, itemKind } from '../../kernel/db/table.ts';
import { originOf } from '../../kernel/core/origin.ts';
import { COMMENTS_MAX, storedFeedbackCommentSchema, type FeedbackComment } from './feedback-comment.ts';
import { countOnItem, itemSortKey } from './item-store.ts';
import type { FeedbackItem } from './item.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

export const feedbackCommentDocument = defineDocument(storedFeedbackCommentSchema, {
  added: { internal: false },
});

/** Identifies these items in the table's stream. */
export const feedbackCommentKind = itemKind('FC#', 'workspace');
const commentKey = feedbackCommentKind.key;

/** Hidden comments have a separate list. */
export const commentsOf = (itemId: string, hidden = false): string =>
  `${itemSortKey(itemId)}#${hidden ? 'CH' : 'C'}`;

/** Internal notes have one too, so that no list of comments can show them. */
export const internalNotesPartition = (itemId: string): string => `${itemSortKey(itemId)}#CN`;

/** What visitors wrote on all items of a portal, in an index of keys; not what they wrote before it had this list. */
const visitorCommentsOf = (portalId: string): string => `F#${portalId}#VC`;

export const feedbackCommentSortKey = (id: string): string => commentKey(id).pk;
export const feedbackCommentIdOf = ({ pk }: Key): string => pk.slice('FC#'.length);

/** The id of the item that a comment is on; undefined for an item of another kind. */
export const commentedItemOf = (item: Item): string | undefined =>
  item.pk.startsWith(feedbackCommentSortKey('')) ? toFeedbackComment(item).itemId : undefined;

export const getFeedbackCommentItem = (read: Reader, id: string) => read.get(commentKey(id));

/** The newest comments by visitors on a portal, newest first, also hidden ones. Eventually consistent. */
export async function findVisitorComments(
  read: Reader,
  portalId: string,
  limit: number,
): Promise<FeedbackComment[]> {
  const keys = await read.query({ index: gsi2, partition: visitorCommentsOf(portalId), limit });
  return (await read.getMany(keys)).flatMap((item) => (item ? [toFeedbackComment(item)] : []));
}

export function toFeedbackComment(item: Item): FeedbackComment {
  const stored = feedbackCommentDocument.read(item);
  return { ...stored, origin: originOf({ kind: stored.authorKind }) };
}

function commentItem(comment: FeedbackComment): Item {
  const { id, itemId, hidden, internal, updatedAt, portalId, authorKind } = comment;
  return {
    ...commentKey(id),
    ...feedbackCommentDocument.write(comment),
    inList: internal ? internalNotesPartition(itemId) : commentsOf(itemId, hidden),
    ...(authorKind === 'visitor' ? inIndex(gsi2, visitorCommentsOf(portalId)) : {}),
    updatedAt,
  };
}

/**
 * Changes that create a comment. Throws `refused` if its item is deleted, hidden or has the maximum number of
 * comments.
 */
export const putFeedbackComment = (
  comment: FeedbackComment,
  refused: (item: Item | undefined) => Error,
): Change[] => [
  { put: commentItem(comment), if: 'absent' },
  countOnItem(comment.itemId, { attribute: 'commentCount', by: 1, most: COMMENTS_MAX }, refused),
];

/** Changes that create an internal note, which is not counted. Throws `gone` if its item is deleted. */
export const putNote = (note: FeedbackComment, gone: () => Error): Change[] => [
  { put: commentItem(note), if: 'absent' },
  { check: entityKey(itemSortKey(note.itemId)), if: 'present', onConditionFailed: gone },
];

/** Changes that delete a comment or note with the reactions to it, provided that it is unchanged. `counting` are the items that count it. */
export const removeFeedbackComment = (
  comment: FeedbackComment,
  counting: readonly FeedbackItem[],
  writeConflict: () => Error,
): Change[] => [
  {
    delete: commentKey(comment.id),
    if: { equals: { updatedAt: comment.updatedAt } },
    onConditionFailed: writeConflict,
  },
  ...(comment.hidden || comment.internal
    ? []
    : countMoved({ ...comment, hidden: true }, counting, writeConflict)),
  // A deleted item has none.
  ...(counting.some(({ id }) => id === comment.itemId) ? [removeReactions(comment.itemId, comment.id)] : []),
];

/** Changes that replace a comment with its next version. `counting` are the items that count it, if it is hidden or shown. */
export const replaceFeedbackComment = (
  comment: FeedbackComment,
  previous: FeedbackComment,
  writeConflict: () => Error,
  counting: readonly FeedbackItem[] = [],
): Change[] => [
  {
    put: commentItem(comment),
    if: { equals: { updatedAt: previous.updatedAt } },
    onConditionFailed: writeConflict,
  },
  ...(comment.hidden === previous.hidden ? [] : countMoved(comment, counting, writeConflict)),
];

/** Provided that the items have not been merged or separated since they were read; a hidden one counts too. */
const countMoved = (
  { hidden }: FeedbackComment,
  counting: readonly FeedbackItem[],
  writeConflict: () => Error,
): Change[] =>
  counting.map(({ id, updatedAt }) => ({
    update: entityKey(itemSortKey(id)),
    with: { add: { commentCount: hidden ? -1 : 1 } },
    if: { equals: { updatedAt } },
    onConditionFailed: writeConflict,
  }));

/** Returns the keys of all comments on an item, and of its notes. Eventually consistent. */
export async function findCommentKeys(read: Reader, itemId: string): Promise<Item[]> {
  const lists = await Promise.all(
    [commentsOf(itemId), commentsOf(itemId, true), internalNotesPartition(itemId)].map((partition) =>
      read.query({ index: 'list', partition, limit: 100_000 }),
    ),
  );
  return lists.flat();
}
