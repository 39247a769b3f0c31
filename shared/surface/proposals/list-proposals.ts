import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { proposalStatus } from '../../kernel/api/operation/proposable.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { proposalSummarySchema } from './proposal.ts';

export const listProposals = list({
  id: 'listProposals',
  path: `${WORKSPACE_PATH}/proposals`,
  tag: 'Proposals',
  summary: 'List proposals',
  description:
    'Returns the proposals that the caller can see, newest first: those that concern no team that they are not in. A page can end early.',
  scopes: ['proposals:read'],
  errors: ['not_found'],
  query: () => ({
    status: proposalStatus().optional().meta({ description: 'Only those in this state.' }),
    teamId: uuid().optional().meta({ description: 'Only those that concern this team.' }),
  }),
  item: proposalSummarySchema,
  handle: async ({ query, page, ...call }) => {
    // Imported on demand, as the others: few requests are about proposals.
    const { findProposals } = await import('./find-proposals.ts');
    return await findProposals(call, query, page);
  },
});
