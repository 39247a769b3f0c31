import { feedbackItemOperations } from '../../feedback/items/index.ts';
import { portalOperations } from '../../feedback/portals/index.ts';
import { feedbackUpdateOperations } from '../../feedback/updates/index.ts';

/** Operations of functions/feedback.ts: managing feedback portals. */
export const feedbackGroup = [...portalOperations, ...feedbackItemOperations, ...feedbackUpdateOperations];
