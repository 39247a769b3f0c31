import { operation } from '../../kernel/api/operation/operation.ts';
import {
  getProposalItem,
  listProposedChanges,
  type StoredProposal,
} from '../../kernel/api/operation/proposal-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { PROPOSAL_PATH, visibleProposalOrThrow } from './proposal-access.ts';
import { describeChanges } from './proposed-resource.ts';
import { proposalSchema, showProposal, type Proposal } from './proposal.ts';

export const getProposal = operation({
  id: 'getProposal',
  method: 'GET',
  path: PROPOSAL_PATH,
  tag: 'Proposals',
  summary: 'Get a proposal',
  description: 'Returns a proposal with each of its changes: the resource as it is and as it would be.',
  scopes: ['proposals:read'],
  params: { proposalId: uuid() },
  output: proposalSchema,
  load: ({ path, read }) => ({ proposal: getProposalItem(read, path.proposalId) }),
  handle: async ({ loaded, ...call }) =>
    await withChanges(call, visibleProposalOrThrow(call.caller, loaded.proposal)),
});

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
