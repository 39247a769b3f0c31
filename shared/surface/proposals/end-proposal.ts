import {
  decideProposal,
  getProposalItem,
  type StoredProposal,
} from '../../kernel/api/operation/proposal-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { assertMayDecide, assertOpen, busy, visibleProposalOrThrow } from '../proposal/proposal-access.ts';
import type { Proposal } from './proposal.ts';
import { withChanges } from './with-changes.ts';

type EndProposalContext = Pick<OperationContext, 'caller' | 'read' | 'now' | 'commit'>;

/** Rejects a proposal of someone else. */
export async function reject(call: EndProposalContext, id: string, reason: string | null): Promise<Proposal> {
  const proposal = visibleProposalOrThrow(call.caller, await getProposalItem(call.read, id));
  assertMayDecide(call.caller, proposal, call.now);
  return await end(call, proposal, { status: 'rejected', reason });
}

/** Withdraws a proposal of the caller. */
export async function withdraw(call: EndProposalContext, id: string): Promise<Proposal> {
  const proposal = visibleProposalOrThrow(call.caller, await getProposalItem(call.read, id));
  if (proposal.by.id !== call.caller.principalId) {
    throw new ApiError('principal_not_supported', 'Only who has proposed it can withdraw it.', {
      hint: 'Reject it instead.',
    });
  }
  assertOpen(proposal, call.now);
  return await end(call, proposal, { status: 'withdrawn', reason: null });
}

async function end(
  call: EndProposalContext,
  proposal: StoredProposal,
  how: Pick<StoredProposal, 'status' | 'reason'>,
): Promise<Proposal> {
  if ((proposal.heldUntil ?? 0) > call.now.getTime()) throw busy();
  const decidedAt = call.now.toISOString();
  const decided = {
    ...proposal,
    ...how,
    decidedBy: call.caller.principalId,
    decidedAt,
    updatedAt: decidedAt,
  };
  await call.commit([decideProposal(decided, busy)], proposal.id);
  return await withChanges(call, decided);
}
