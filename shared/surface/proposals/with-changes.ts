import {
  getProposalItem,
  listProposedChanges,
  type StoredProposal,
} from '../../kernel/api/operation/proposal-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';

import { describeChanges } from './proposed-resource.ts';
import type { Proposal } from './proposal.ts';
import { visibleProposalOrThrow } from '../proposal/proposal-access.ts';
import { showProposal } from './show-proposal.ts';

/** A proposal with its changes. */
export async function withChanges(
  { read, now }: Pick<OperationContext, 'read' | 'now'>,
  proposal: StoredProposal,
): Promise<Proposal> {
  const changes = await listProposedChanges(read, proposal.id);
  const described = await describeChanges(read, changes);
  return {
    ...showProposal(proposal, now),
    changes: changes.map(({ id, operation: name, resourceId, state, problem }, position) => {
      const { resource, before, after } = described[position]!;
      return { id, operation: name, resource, resourceId, before, after, state, problem };
    }),
  };
}

/** A proposal as it is, for who may see it; throws a 404 for others. */
export const readProposal = async (
  call: Pick<OperationContext, 'caller' | 'read' | 'now'>,
  id: string,
): Promise<Proposal> =>
  await withChanges(call, visibleProposalOrThrow(call.caller, await getProposalItem(call.read, id)));
