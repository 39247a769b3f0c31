import { operation } from '../../kernel/api/operation/operation.ts';
import { decision, ending } from './decision.ts';
import { PROPOSAL_PATH } from '../proposal/proposal-path.ts';

export const withdrawProposal = operation({
  ...decision,
  id: 'withdrawProposal',
  path: `${PROPOSAL_PATH}/withdraw`,
  summary: 'Withdraw a proposal',
  description: 'Ends an open proposal of the caller: nothing of it is changed.',
  // Who could propose can take it back.
  scopes: [],
  handle: async ({ path, ...call }) => await (await ending()).withdraw(call, path.proposalId),
});
