import { banVisitor } from './ban-visitor.ts';
import { createFeedbackComment } from './create-feedback-comment.ts';
import { createFeedbackItem } from './create-feedback-item.ts';
import { createFeedbackVote } from './create-feedback-vote.ts';
import { deleteFeedbackComment } from './delete-feedback-comment.ts';
import { deleteFeedbackItem } from './delete-feedback-item.ts';
import { deleteFeedbackVote } from './delete-feedback-vote.ts';
import { getFeedbackItem } from './get-feedback-item.ts';
import { listBannedVisitors } from './list-banned-visitors.ts';
import { listFeedbackComments } from './list-feedback-comments.ts';
import { listFeedbackItems } from './list-feedback-items.ts';
import { listFeedbackVotes } from './list-feedback-votes.ts';
import { mergeFeedbackItem } from './merge-feedback-item.ts';
import { unbanVisitor } from './unban-visitor.ts';
import { unmergeFeedbackItem } from './unmerge-feedback-item.ts';
import { updateFeedbackComment } from './update-feedback-comment.ts';
import { updateFeedbackItem } from './update-feedback-item.ts';

export const feedbackItemOperations = [
  listFeedbackItems,
  createFeedbackItem,
  getFeedbackItem,
  updateFeedbackItem,
  deleteFeedbackItem,
];

/** What the team of a portal does with what visitors left there. */
export const moderationOperations = [
  listFeedbackComments,
  createFeedbackComment,
  updateFeedbackComment,
  deleteFeedbackComment,
  mergeFeedbackItem,
  unmergeFeedbackItem,
  listFeedbackVotes,
  createFeedbackVote,
  deleteFeedbackVote,
  listBannedVisitors,
  banVisitor,
  unbanVisitor,
];
