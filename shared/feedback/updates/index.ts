import { createFeedbackUpdate } from './create-feedback-update.ts';
import { deleteFeedbackUpdate } from './delete-feedback-update.ts';
import { getFeedbackUpdate } from './get-feedback-update.ts';
import { listFeedbackUpdates } from './list-feedback-updates.ts';
import { publishFeedbackUpdate } from './publish-feedback-update.ts';
import { updateFeedbackUpdate } from './update-feedback-update.ts';
import { withdrawFeedbackUpdate } from './withdraw-feedback-update.ts';

export const feedbackUpdateOperations = [
  listFeedbackUpdates,
  createFeedbackUpdate,
  getFeedbackUpdate,
  updateFeedbackUpdate,
  deleteFeedbackUpdate,
  publishFeedbackUpdate,
  withdrawFeedbackUpdate,
];
