import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import {
  decideProposal,
  getProposalItem,
  type StoredProposal,
} from '../../kernel/api/operation/proposal-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { ApiError, notFound } from '../../kernel/core/errors.ts';
import { memoize, text, uuid } from '../../kernel/core/schema.ts';
import {
  assertMayDecide,
  assertOpen,
  busy,
  PROPOSAL_PATH,
  visibleProposalOrThrow,
} from './proposal-access.ts';
import { proposalSchema, type Proposal } from './proposal.ts';

const REASON_MAX_CHARACTERS = 2_000;

const common = {
  method: 'POST',
  tag: 'Proposals',
  params: { proposalId: uuid() },
  output: proposalSchema,
  errors: ['conflict', 'own_proposal', 'not_proposable'],
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
  teamRestricted: 'allowed',
  body: request,
  load: ({ path, read }) => ({ item: getProposalItem(read, path.proposalId) }),
  handle: async ({ body: { reason = null }, loaded: { item }, ...call }) => {
    const proposal = visibleProposalOrThrow(call.caller, item);
    assertMayDecide(call.caller, proposal, call.now);
    return await end(call, proposal, { status: 'rejected', reason });
  },
  replay: async ({ resourceId, ...call }) =>
    await current(call, await getProposalItem(call.read, resourceId)),
});

export const withdrawProposal = operation({
  ...common,
  id: 'withdrawProposal',
  path: `${PROPOSAL_PATH}/withdraw`,
  summary: 'Withdraw a proposal',
  description: 'Ends an open proposal of the caller: nothing of it is changed.',
  // Who could propose can take it back.
  scopes: [],
  teamRestricted: 'allowed',
  load: ({ path, read }) => ({ item: getProposalItem(read, path.proposalId) }),
  handle: async ({ loaded: { item }, ...call }) => {
    const proposal = visibleProposalOrThrow(call.caller, item);
    if (proposal.by.id !== call.caller.principalId) {
      throw new ApiError('principal_not_supported', 'Only who has proposed it can withdraw it.', {
        hint: 'Reject it instead.',
      });
    }
    assertOpen(proposal, call.now);
    return await end(call, proposal, { status: 'withdrawn', reason: null });
  },
  replay: async ({ resourceId, ...call }) =>
    await current(call, await getProposalItem(call.read, resourceId)),
});

type Context = Pick<OperationContext, 'caller' | 'read' | 'now' | 'commit'>;

async function end(
  call: Context,
  proposal: StoredProposal,
  how: Pick<StoredProposal, 'status' | 'reason'>,
): Promise<Proposal> {
  if ((proposal.heldUntil ?? 0) > call.now.getTime()) throw busy();
  const decidedAt = call.now.toISOString();
  const decided = {
    ...proposal,
    ...how,
    decidedBy: call.caller.principalId,
    decidedAt,
    updatedAt: decidedAt,
  };
  await call.commit([decideProposal(decided, busy)], proposal.id);
  return await (await import('./with-changes.ts')).withChanges(call, decided);
}

/** A proposal as it is, for who may see it. */
export async function current(
  call: Pick<OperationContext, 'caller' | 'read' | 'now'>,
  item: Item | undefined,
): Promise<Proposal> {
  if (!item) throw notFound('proposal');
  return await (
    await import('./with-changes.ts')
  ).withChanges(call, visibleProposalOrThrow(call.caller, item));
}
