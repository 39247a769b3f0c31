import * as z from 'zod';
import { memoize, uuid } from '../../core/schema.ts';
import type { Scope } from '../../core/scopes.ts';
import type { Operation, ResourceOperation } from './operation-kinds.ts';

export const proposalStatuses = [
  'open',
  'accepted',
  'partly_accepted',
  'rejected',
  'withdrawn',
  'expired',
] as const;

export const proposalStatus = memoize(() =>
  z.enum(proposalStatuses).meta({
    description:
      'It is open for 14 days. `partly_accepted` has changes that conflicted, or were not accepted.',
  }),
);

/** What the answer to a proposed write says next to its data. */
export const proposalReference = memoize(() =>
  z.object({ id: uuid(), status: proposalStatus() }).meta({
    id: 'ProposalReference',
    description: 'The proposal that a write joined, which changes nothing until it is accepted.',
  }),
);

/** The scopes of planning and feedback; operations that need others administrate. */
const planning: ReadonlySet<Scope> = new Set([
  'stories:read',
  'stories:write',
  'comments:write',
  'labels:write',
  'sprints:write',
  'objectives:write',
  'schedule:write',
  'feedback:write',
]);

/** Whether an operation needs no scopes but those. */
export const isOfPlanning = ({ scopes }: { scopes: readonly Scope[] }): boolean =>
  scopes.every((scope) => planning.has(scope));

/**
 * Whether an operation can be proposed: writes of one resource of planning and feedback that administrate nothing, return
 * no secret and take no file.
 */
export const isProposable = (operation: Operation): operation is ResourceOperation =>
  operation.kind === 'resource' &&
  !operation.readOnly &&
  !operation.isDirect &&
  operation.replay !== undefined &&
  operation.accepted === null &&
  operation.audit === null &&
  operation.secret === null &&
  operation.role !== 'admin' &&
  operation.bodyMaxBytes === undefined &&
  operation.scopes.length > 0 &&
  isOfPlanning(operation);
