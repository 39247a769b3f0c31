import type { ReplayCall } from '../../kernel/core/call.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { proposalSchema } from './proposal.ts';

/** Imported on demand: few requests are about proposals. */
export const ending = () => import('./end-proposal.ts');

/** What rejecting and withdrawing a proposal have in common. */
export const decision = {
  method: 'POST',
  tag: 'Proposals',
  params: { proposalId: uuid() },
  output: proposalSchema,
  teamRestricted: 'allowed',
  errors: ['conflict', 'own_proposal', 'not_proposable'],
  replay: async ({ resourceId, ...call }: ReplayCall) =>
    await (await import('./with-changes.ts')).readProposal(call, resourceId),
} as const;
