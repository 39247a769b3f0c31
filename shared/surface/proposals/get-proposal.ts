import { operation } from '../../kernel/api/operation/operation.ts';
import { getProposalItem } from '../../kernel/api/operation/proposal-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { PROPOSAL_PATH, visibleProposalOrThrow } from './proposal-access.ts';
import { proposalSchema } from './proposal.ts';

export const getProposal = operation({
  id: 'getProposal',
  method: 'GET',
  path: PROPOSAL_PATH,
  tag: 'Proposals',
  summary: 'Get a proposal',
  description: 'Returns a proposal with each of its changes: the resource as it is and as it would be.',
  scopes: ['proposals:read'],
  params: { proposalId: uuid() },
  output: proposalSchema,
  load: ({ path, read }) => ({ proposal: getProposalItem(read, path.proposalId) }),
  handle: async ({ loaded, ...call }) => {
    const proposal = visibleProposalOrThrow(call.caller, loaded.proposal);
    // Imported on demand: it knows every noun.
    return await (await import('./with-changes.ts')).withChanges(call, proposal);
  },
});
