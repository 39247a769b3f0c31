import { acceptProposal } from './accept-proposal.ts';
import { rejectProposal, withdrawProposal } from './decide-proposal.ts';
import { getProposal } from './get-proposal.ts';
import { listProposals } from './list-proposals.ts';

export const proposalOperations = [
  listProposals,
  getProposal,
  acceptProposal,
  rejectProposal,
  withdrawProposal,
];
