import { feedbackItemOperations } from '../feedback/index.ts';
import { portalOperations } from './portals.ts';
import { feedbackUpdateOperations } from '../updates/index.ts';

/** Operations of functions/feedback.ts: managing feedback portals. */
export const feedbackGroup = [...portalOperations, ...feedbackItemOperations, ...feedbackUpdateOperations];
