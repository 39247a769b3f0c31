import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { memoize, text } from '../../kernel/core/schema.ts';
import { decision, ending } from './decision.ts';
import { PROPOSAL_PATH } from '../proposal/proposal-path.ts';

const REASON_MAX_CHARACTERS = 2_000;

const request = memoize(() =>
  z
    .strictObject({ reason: text({ max: REASON_MAX_CHARACTERS, multiline: true }).optional() })
    .meta({ id: 'RejectProposalRequest' }),
);

export const rejectProposal = operation({
  ...decision,
  id: 'rejectProposal',
  path: `${PROPOSAL_PATH}/reject`,
  summary: 'Reject a proposal',
  description: 'Ends an open proposal of someone else: nothing of it is changed. They see the reason.',
  scopes: ['proposals:read'],
  principals: ['user'],
  role: 'member',
  body: request,
  handle: async ({ path, body: { reason = null }, ...call }) =>
    await (await ending()).reject(call, path.proposalId, reason),
});
