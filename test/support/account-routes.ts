import { oauthRoutes } from '../../shared/pages/accounts/index.ts';
import { planningRoutes } from '../../shared/pages/planning/index.ts';

const noProposals = () => Promise.resolve({ shown: [], isMore: false });

/** The pages of accounts and of planning: signing in leads to the person's work. */
export const accountRoutes = [...oauthRoutes, ...planningRoutes(noProposals)];
