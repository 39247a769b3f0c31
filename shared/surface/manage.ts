import { planningRoutes } from '../pages/planning/index.ts';
import { teamRoutes } from '../pages/portal-team/index.ts';
import { proposalRoutes } from './proposal-pages/index.ts';
import { ruleRoutes } from './rule-pages/index.ts';

/** Routes of functions/moderation.ts: the pages of members, on which they manage portals, look at their planning decide about proposals
 * and keep rules. */
export const manageRoutes = [
  ...teamRoutes(
    async () => (await import('./feedback-stories/create-story-from-feedback.ts')).createStoryFromFeedback,
  ),
  ...planningRoutes(async (acting) =>
    (await import('./proposal-pages/open-proposals.ts')).openProposals(acting),
  ),
  ...proposalRoutes,
  ...ruleRoutes,
];
