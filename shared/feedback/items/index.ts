import { createFeedbackItem } from './create-feedback-item.ts';
import { deleteFeedbackItem } from './delete-feedback-item.ts';
import { getFeedbackItem } from './get-feedback-item.ts';
import { listFeedbackItems } from './list-feedback-items.ts';
import { updateFeedbackItem } from './update-feedback-item.ts';

export const feedbackItemOperations = [
  listFeedbackItems,
  createFeedbackItem,
  getFeedbackItem,
  updateFeedbackItem,
  deleteFeedbackItem,
];
