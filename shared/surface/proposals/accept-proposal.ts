import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { getProposalItem } from '../../kernel/api/operation/proposal-store.ts';
import { memoize, uniqueList, uuid } from '../../kernel/core/schema.ts';
import { PROPOSED_CHANGES_MAX } from '../../kernel/api/operation/proposal-store.ts';
import { assertMayDecide, PROPOSAL_PATH, visibleProposalOrThrow } from './proposal-access.ts';
import { acceptOutcomeSchema } from './accept-outcome.ts';

const request = memoize(() =>
  z
    .strictObject({
      changes: uniqueList(uuid(), PROPOSED_CHANGES_MAX)
        .min(1, { error: 'must contain at least one id' })
        .optional()
        .meta({ description: 'Accepts only these; the others are not made.' }),
      dryRun: z
        .boolean()
        .optional()
        .meta({ description: 'Only says what would be applied.', default: false }),
    })
    .meta({ id: 'AcceptProposalRequest' }),
);

export const acceptProposal = operation({
  id: 'acceptProposal',
  method: 'POST',
  path: `${PROPOSAL_PATH}/accept`,
  tag: 'Proposals',
  summary: 'Accept a proposal',
  description:
    'Makes the changes of an open proposal of somebody else, or those that `changes` names, by the ordinary operations, in their order and with the rights of the caller, as one change set. What has changed since, or what the caller may not do, is listed in conflicts, and the rest is applied. If nothing could be applied, the proposal stays open. A dry run changes nothing.',
  scopes: ['proposals:read'],
  principals: ['user'],
  role: 'member',
  teamRestricted: 'allowed',
  cost: 10,
  errors: ['conflict', 'own_proposal', 'not_proposable'],
  params: { proposalId: uuid() },
  body: request,
  output: acceptOutcomeSchema,
  load: ({ path, read }) => ({ item: getProposalItem(read, path.proposalId) }),
  handle: async ({ body, loaded: { item }, ...call }) => {
    const proposal = visibleProposalOrThrow(call.caller, item);
    assertMayDecide(call.caller, proposal, call.now);
    // Imported on demand: it knows every operation.
    const { applyProposal } = await import('./apply-proposal.ts');
    return await applyProposal(call, proposal, body);
  },
  replay: async ({ resourceId, ...call }) => {
    const proposal = visibleProposalOrThrow(call.caller, await getProposalItem(call.read, resourceId));
    const { outcomeOf } = await import('./apply-proposal.ts');
    return await outcomeOf(call, proposal);
  },
});
