import { commentedItemOf, feedbackCommentKind } from '../feedback/items/comment-store.ts';
import { feedbackItemKind } from '../feedback/items/item-store.ts';
import { isFollow } from '../feedback/items/follow-store.ts';
import { isReactions } from '../feedback/items/reaction-store.ts';
import { uncountedVoteKind } from '../feedback/items/uncounted-vote-store.ts';
import { isVote } from '../feedback/items/vote-store.ts';
import { listedOwnerOf } from '../feedback/portal/owned-image-store.ts';
import type { Projection } from '../kernel/log/projection.ts';

const ownerKinds = { item: feedbackItemKind, comment: feedbackCommentKind };

/**
 * Deletes the votes and comments of deleted feedback items, the reactions to these, who follows the items, and the images
 * that visitors have added to items and comments.
 */
export const feedbackItemDeletion: Projection = {
  name: 'feedback-item-deletion',
  follows: [feedbackItemKind, feedbackCommentKind],
  deletionsOnly: true,
  async handle({ database, inOrder = false }, changes) {
    if (changes.length === 0) return;
    // Imported on demand: few changes delete something.
    const { deleteContents, deleteImages } = await import('./delete-item-contents.ts');
    for (const { key } of changes) {
      if (feedbackItemKind.includes(key)) await deleteContents(database, feedbackItemKind.idOf(key), inOrder);
      else await deleteImages(database, feedbackCommentKind.idOf(key));
    }
  },
  rebuild: {
    leads: (item) => {
      const owner = listedOwnerOf(item);
      if (owner) return [{ key: ownerKinds[owner.kind].key(owner.id) }];
      const isNextToIt =
        isVote(item) || uncountedVoteKind.includes(item) || isFollow(item) || isReactions(item);
      const itemId = isNextToIt ? feedbackItemKind.idOf(item) : commentedItemOf(item);
      return itemId === undefined ? [] : [{ key: feedbackItemKind.key(itemId) }];
    },
  },
};
