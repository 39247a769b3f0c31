import { statusAt, type StoredProposal } from '../../kernel/api/operation/proposal-store.ts';
import type { ProposalSummary } from './proposal.ts';

/** A proposal as callers see it. */
export function showProposal(proposal: StoredProposal, now: Date): ProposalSummary {
  const { workspaceId: _workspaceId, heldUntil: _heldUntil, heldBy: _heldBy, ...shown } = proposal;
  return { ...shown, teamIds: [...shown.teamIds], status: statusAt(proposal, now) };
}
