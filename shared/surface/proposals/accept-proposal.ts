import * as z from 'zod';
import { BULK_MAX_ITEMS } from '../../kernel/api/bulk/bulk-operation.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { memoize, uniqueList, uuid } from '../../kernel/core/schema.ts';
import { PROPOSAL_PATH } from '../proposal/proposal-path.ts';
import { acceptOutcomeSchema } from './accept-outcome.ts';

const request = memoize(() =>
  z
    .strictObject({
      changes: uniqueList(uuid(), BULK_MAX_ITEMS)
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
    'Makes the changes of an open proposal of someone else, or those that `changes` names, by the ordinary operations, in their order and with the rights of the caller, as one change set. What has changed since, or what the caller may not do, is listed in conflicts, and the rest is applied. If nothing could be applied, the proposal stays open. A dry run changes nothing.',
  scopes: ['proposals:read'],
  principals: ['user'],
  role: 'member',
  teamRestricted: 'allowed',
  cost: 10,
  errors: ['conflict', 'own_proposal', 'not_proposable'],
  params: { proposalId: uuid() },
  body: request,
  output: acceptOutcomeSchema,
  // Imported on demand: it knows every operation.
  handle: async ({ path, body, ...call }) =>
    await (await import('./apply-proposal.ts')).acceptProposed(call, path.proposalId, body),
  replay: async ({ resourceId, ...call }) =>
    await (await import('./apply-proposal.ts')).outcomeOf(call, resourceId),
});
