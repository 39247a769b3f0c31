import { guest, inTeams, inTeamsByPeople, member, read, write, type Rule } from './rules.ts';

/** Who may call the operations on proposals; who has made one decides nothing about it but to withdraw it. */
export const proposalPolicy: Readonly<Record<string, Rule>> = {
  listProposals: guest(read, 'proposals:read'),
  getProposal: guest(read, 'proposals:read'),
  acceptProposal: write(member(inTeamsByPeople, 'proposals:read'), 'story.created', 'proposal.accepted'),
  rejectProposal: write(member(inTeamsByPeople, 'proposals:read'), 'proposal.rejected'),
  withdrawProposal: write(guest(inTeams)),
};
