import { acceptProposal } from './accept-proposal.ts';
import { getProposal } from './get-proposal.ts';
import { listProposals } from './list-proposals.ts';
import { rejectProposal } from './reject-proposal.ts';
import { withdrawProposal } from './withdraw-proposal.ts';

export const proposalOperations = [
  listProposals,
  getProposal,
  acceptProposal,
  rejectProposal,
  withdrawProposal,
];
