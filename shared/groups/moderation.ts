import { banVisitor } from '../feedback/ban-visitor.ts';
import { createFeedbackComment } from '../feedback/create-feedback-comment.ts';
import { createFeedbackVote } from '../cascades/create-feedback-vote.ts';
import { deleteFeedbackComment } from '../feedback/delete-feedback-comment.ts';
import { deleteFeedbackVote } from '../feedback/delete-feedback-vote.ts';
import { listBannedVisitors } from '../feedback/list-banned-visitors.ts';
import { listFeedbackComments } from '../feedback/list-feedback-comments.ts';
import { listFeedbackVotes } from '../feedback/list-feedback-votes.ts';
import { mergeFeedbackItem } from '../feedback/merge-feedback-item.ts';
import { unbanVisitor } from '../feedback/unban-visitor.ts';
import { unmergeFeedbackItem } from '../feedback/unmerge-feedback-item.ts';
import { updateFeedbackComment } from '../feedback/update-feedback-comment.ts';

/** Operations of functions/moderation.ts: what the team of a portal does with what visitors left there. */
export const moderationGroup = [
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
