import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { PROPOSAL_PATH } from '../proposal/proposal-path.ts';
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
  // Imported on demand: it knows every noun.
  handle: async ({ path, ...call }) =>
    await (await import('./with-changes.ts')).readProposal(call, path.proposalId),
});
