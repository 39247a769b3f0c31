import { feedbackItemOperations } from '../feedback/index.ts';
import { portalOperations } from './portals.ts';
import { feedbackUpdateOperations } from '../updates/index.ts';

/** What functions/feedback.ts serves: feedback portals as their workspace manages them. */
export const feedbackGroup = [...portalOperations, ...feedbackItemOperations, ...feedbackUpdateOperations];
