import {
  getProposalItem,
  listProposedChanges,
  statusAt,
  toProposal,
} from '../../kernel/api/operation/proposal-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import type { ProposedItem } from '../../planning/what-if/proposed-items.ts';
import { seesProposal } from './proposal-access.ts';

/**
 * The items that an open proposal would write, each as the last of its changes leaves it. Throws a 400 for a proposal that
 * the caller does not see, or that is not open.
 */
export async function proposedItems(
  { caller, read, now }: Pick<OperationContext, 'caller' | 'read' | 'now'>,
  proposalId: string,
): Promise<ProposedItem[]> {
  const item = await getProposalItem(read, proposalId);
  const proposal = item && toProposal(item);
  const problem = (message: string) => invalidReference([{ path: 'proposalId', message }]);
  if (!proposal || !seesProposal(caller, proposal))
    throw problem('is not a proposal that this credential can access');
  if (statusAt(proposal, now) !== 'open') throw problem('is not open any more');
  const effects = (await listProposedChanges(read, proposalId)).flatMap((change) => change.effects);
  return [...new Map(effects.map((effect) => [`${effect.key.pk} ${effect.key.sk}`, effect])).values()];
}
