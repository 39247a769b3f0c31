import * as z from 'zod';
import { memoize, timestamp, uuid } from '../../core/schema.ts';
import { proposalStatus } from './proposable.ts';

/** A proposal as stored: `expired` follows from `expiresAt`. */
export const storedProposalSchema = memoize(() =>
  z.object({
    id: uuid(),
    workspaceId: uuid(),
    by: z
      .object({
        kind: z.enum(['user', 'service_account']),
        id: uuid(),
        via: z.string().meta({ description: 'Through what, as in the actor of a change.' }),
      })
      .meta({ description: 'Who proposed it, and through what.' }),
    status: proposalStatus(),
    title: z.string().meta({ description: 'What its first change does.' }),
    reason: z.string().nullable().meta({ description: 'Why it was rejected.' }),
    decidedBy: uuid().nullable().meta({ description: 'Who accepted, rejected or withdrew it.' }),
    decidedAt: timestamp().nullable().meta({ description: 'When they did.' }),
    changeSetId: uuid()
      .nullable()
      .meta({ description: 'The change set of what was accepted, which can be reverted.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    expiresAt: timestamp().meta({ description: 'Until when it can be accepted.' }),
  }),
);

/** How many changes a proposal has, which is counted next to its document. */
export const changeCount = () => z.int().meta({ description: 'How many changes it has.' });

/** What events say of a proposal: nothing of what is proposed, which not all who get them may see. */
export const proposalEventSchema = memoize(() =>
  storedProposalSchema()
    .omit({ title: true, reason: true })
    .extend({ changeCount: changeCount() })
    .meta({ id: 'ProposalEventData', description: 'A proposal, without what is proposed.' }),
);

/** What is stored of a proposal. */
export type ProposalDocument = z.output<ReturnType<typeof storedProposalSchema>>;
