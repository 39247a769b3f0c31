import { page } from '../../pages/kit/page.ts';
import { pageRoutes } from '../../pages/kit/page-routes.ts';
import { proposalPath, proposalsPath } from '../../planning/paths/page-paths.ts';

const PROPOSAL = proposalPath('{teamId}', '{proposalId}');

/** The pages on which members read what is proposed, and decide. */
const pages = [
  page({
    id: 'showProposals',
    path: proposalsPath('{teamId}'),
    requests: 5,
    code: () => import('./proposals-page.ts'),
  }),
  page({
    id: 'showProposal',
    path: PROPOSAL,
    keepsDrafts: true,
    requests: 5,
    code: () => import('./proposal-page.ts'),
    forms: {
      acceptProposalOfTeam: `${PROPOSAL}/accept`,
      rejectProposalOfTeam: `${PROPOSAL}/reject`,
      withdrawOwnProposal: `${PROPOSAL}/withdraw`,
    },
  }),
];

export const proposalRoutes = pageRoutes(
  async () => (await import('../../pages/planning/members.ts')).members,
  pages,
);
