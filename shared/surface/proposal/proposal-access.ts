import { statusAt, toProposal, type StoredProposal } from '../../kernel/api/operation/proposal-store.ts';
import { hasRole, type Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import { ApiError, conflict, notFound } from '../../kernel/core/errors.ts';

/**
 * Whether a caller sees a proposal: who is in all teams that it concerns; of one that concerns none, such as of a personal
 * view, its author and admins.
 */
export const seesProposal = (caller: Caller, { workspaceId, teamIds, by }: StoredProposal): boolean =>
  workspaceId === caller.workspaceId &&
  (teamIds.length > 0
    ? teamIds.every((id) => caller.teamIds.has(id))
    : by.id === caller.principalId || hasRole(caller, 'admin'));

/** The proposal of an item; throws a 404 for one that is not there, or that the caller does not see. */
export function visibleProposalOrThrow(caller: Caller, item: Item | undefined): StoredProposal {
  const proposal = item && toProposal(item);
  if (!proposal || !seesProposal(caller, proposal)) throw notFound('proposal');
  return proposal;
}

/** Throws unless the caller may decide a proposal, which is open and someone else's. */
export function assertMayDecide(caller: Caller, proposal: StoredProposal, now: Date): void {
  if (proposal.by.id === caller.principalId) {
    throw new ApiError('own_proposal', 'You have proposed this yourself.', {
      hint: 'Ask someone else who may make these changes to decide, or withdraw it.',
    });
  }
  if (caller.proposes)
    throw new ApiError('not_proposable', 'This credential can only propose, not decide proposals.');
  assertOpen(proposal, now);
}

/** Throws a 409 unless a proposal is open. */
export function assertOpen(proposal: StoredProposal, now: Date): void {
  const status = statusAt(proposal, now);
  if (status !== 'open') throw decided(status);
}

const decided = (status: string) =>
  conflict(
    `The proposal is not open any more: ${status.replace('_', ' ')}.`,
    'Get it to see what has become of it.',
  );

/** Someone else is deciding a proposal, or has just decided it. */
export const busy = () =>
  conflict('Someone else is deciding the proposal at this moment.', 'Get it again in a minute.');
