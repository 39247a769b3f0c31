import { banVisitor } from '../../feedback/items/ban-visitor.ts';
import { createFeedbackComment } from '../../feedback/items/create-feedback-comment.ts';
import { createFeedbackReaction } from '../../feedback/items/create-feedback-reaction.ts';
import { createFeedbackVote } from '../../feedback/items/create-feedback-vote.ts';
import { deleteFeedbackComment } from '../../feedback/items/delete-feedback-comment.ts';
import { deleteFeedbackReaction } from '../../feedback/items/delete-feedback-reaction.ts';
import { deleteFeedbackVote } from '../../feedback/items/delete-feedback-vote.ts';
import { listBannedVisitors } from '../../feedback/items/list-banned-visitors.ts';
import { listFeedbackComments } from '../../feedback/items/list-feedback-comments.ts';
import { listFeedbackReactions } from '../../feedback/items/list-feedback-reactions.ts';
import { listFeedbackVotes } from '../../feedback/items/list-feedback-votes.ts';
import { mergeFeedbackItem } from '../../feedback/items/merge-feedback-item.ts';
import { unbanVisitor } from '../../feedback/items/unban-visitor.ts';
import { unmergeFeedbackItem } from '../../feedback/items/unmerge-feedback-item.ts';
import { updateFeedbackComment } from '../../feedback/items/update-feedback-comment.ts';

/** Operations of functions/moderation.ts: what the team of a portal does with what visitors left there. */
export const moderationGroup = [
  listFeedbackComments,
  createFeedbackComment,
  updateFeedbackComment,
  deleteFeedbackComment,
  listFeedbackReactions,
  createFeedbackReaction,
  deleteFeedbackReaction,
  mergeFeedbackItem,
  unmergeFeedbackItem,
  listFeedbackVotes,
  createFeedbackVote,
  deleteFeedbackVote,
  listBannedVisitors,
  banVisitor,
  unbanVisitor,
];
