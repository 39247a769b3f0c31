import { listProposedChanges, type StoredProposal } from '../../kernel/api/operation/proposal-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { describeChanges } from './proposed-resource.ts';
import { showProposal, type Proposal } from './proposal.ts';

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
