import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import type { ReplayCall } from '../../kernel/core/call.ts';
import { memoize, text, uuid } from '../../kernel/core/schema.ts';
import { PROPOSAL_PATH } from './proposal-path.ts';
import { proposalSchema } from './proposal.ts';

const REASON_MAX_CHARACTERS = 2_000;

// Imported on demand: few requests are about proposals.
const ending = () => import('./end-proposal.ts');

const common = {
  method: 'POST',
  tag: 'Proposals',
  params: { proposalId: uuid() },
  output: proposalSchema,
  teamRestricted: 'allowed',
  errors: ['conflict', 'own_proposal', 'not_proposable'],
  replay: async ({ resourceId, ...call }: ReplayCall) =>
    await (await import('./with-changes.ts')).readProposal(call, resourceId),
} as const;

const request = memoize(() =>
  z
    .strictObject({ reason: text({ max: REASON_MAX_CHARACTERS }).optional() })
    .meta({ id: 'RejectProposalRequest' }),
);

export const rejectProposal = operation({
  ...common,
  id: 'rejectProposal',
  path: `${PROPOSAL_PATH}/reject`,
  summary: 'Reject a proposal',
  description: 'Ends an open proposal of somebody else: nothing of it is changed. They see the reason.',
  scopes: ['proposals:read'],
  principals: ['user'],
  role: 'member',
  body: request,
  handle: async ({ path, body: { reason = null }, ...call }) =>
    await (await ending()).reject(call, path.proposalId, reason),
});

export const withdrawProposal = operation({
  ...common,
  id: 'withdrawProposal',
  path: `${PROPOSAL_PATH}/withdraw`,
  summary: 'Withdraw a proposal',
  description: 'Ends an open proposal of the caller: nothing of it is changed.',
  // Who could propose can take it back.
  scopes: [],
  handle: async ({ path, ...call }) => await (await ending()).withdraw(call, path.proposalId),
});
