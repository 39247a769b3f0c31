import { addOwnComment } from './add-own-comment.ts';
import { addPictureToOwnComment, addPictureToOwnItem } from './add-own-picture.ts';
import { deleteOwnComment } from './delete-own-comment.ts';
import { deleteOwnItem } from './delete-own-item.ts';
import { followItem, unfollowItem } from './own-follow.ts';
import { addOwnReaction, withdrawOwnReaction } from './own-reaction.ts';
import { subscribeToPortal, unsubscribeFromPortal } from './own-subscription.ts';
import { castOwnVote, withdrawOwnVote } from './own-vote.ts';
import { suggestItem } from './suggest-item.ts';
import { updateOwnComment } from './update-own-comment.ts';
import { updateOwnItem } from './update-own-item.ts';

/** What people do on public portals, through the forms of their pages. */
export const visitorOperations = [
  suggestItem,
  updateOwnItem,
  deleteOwnItem,
  castOwnVote,
  withdrawOwnVote,
  followItem,
  unfollowItem,
  subscribeToPortal,
  unsubscribeFromPortal,
  addOwnComment,
  updateOwnComment,
  deleteOwnComment,
  addOwnReaction,
  withdrawOwnReaction,
  addPictureToOwnItem,
  addPictureToOwnComment,
];
