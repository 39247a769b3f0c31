import { planningRoutes } from '../../pages/planning/index.ts';
import { teamRoutes } from '../../pages/portal-team/index.ts';

/** Routes of functions/moderation.ts: the pages of members, on which they manage portals and look at their planning. */
export const manageRoutes = [
  ...teamRoutes(
    async () => (await import('../feedback-stories/create-story-from-feedback.ts')).createStoryFromFeedback,
  ),
  ...planningRoutes,
];
