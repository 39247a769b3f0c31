import { feedbackItemOperations } from '../../feedback/items/index.ts';
import { portalOperations } from '../../feedback/portals/index.ts';
import { feedbackUpdateOperations } from '../../feedback/updates/index.ts';
import { createStoryFromFeedback } from '../feedback-stories/create-story-from-feedback.ts';

/** Operations of functions/feedback.ts: managing feedback portals. */
export const feedbackGroup = [
  ...portalOperations,
  ...feedbackItemOperations,
  ...feedbackUpdateOperations,
  createStoryFromFeedback,
];
