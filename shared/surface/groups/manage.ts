import { teamRoutes } from '../../pages/portal-team/index.ts';

/** Routes of functions/moderation.ts: the pages of a portal's team. */
export const manageRoutes = teamRoutes(
  async () => (await import('../feedback-stories/create-story-from-feedback.ts')).createStoryFromFeedback,
);
