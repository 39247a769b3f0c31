import * as z from 'zod';
import { changeCount, storedProposalSchema } from '../../kernel/api/operation/proposal.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';

const common = memoize(() => ({
  ...storedProposalSchema().omit({ workspaceId: true }).shape,
  changeCount: changeCount(),
  teamIds: z
    .array(uuid())
    .meta({ description: 'The teams that it concerns: who is not in all of them does not see it.' }),
}));

export const proposalSummarySchema = memoize(() =>
  z.object(common()).meta({
    id: 'ProposalSummary',
    description: 'Writes that wait for someone to accept them, or did.',
  }),
);

const changeState = memoize(() =>
  z
    .enum(['open', 'applied', 'conflict', 'refused'])
    .meta({ description: 'What has become of it: of those that were not accepted, nothing.' }),
);

export const proposalSchema = memoize(() =>
  z
    .object({
      ...common(),
      changes: z
        .array(
          z
            .object({
              id: uuid(),
              operation: z.string().meta({ description: 'The operation that would be called.' }),
              resource: z.string().meta({ description: 'The kind of what it changes, such as story.' }),
              resourceId: uuid().nullable().meta({
                description: 'Its id, which what is created gets too once it is accepted.',
              }),
              before: z.unknown().meta({
                description:
                  'The resource as it is, or was when this was decided; null for one that is created.',
              }),
              after: z.unknown().meta({
                description:
                  'The resource as it would be; null for one that is deleted. What is created has a `reference` and `sequenceId` once it is accepted.',
              }),
              state: changeState(),
              problem: z
                .object({ code: z.string(), message: z.string() })
                .nullable()
                .meta({ description: 'Why a conflict or a refused change was not applied.' }),
            })
            .meta({ id: 'ProposedChange', description: 'One write of a proposal.' }),
        )
        .meta({ description: 'Its changes, in the order in which they would be made.' }),
    })
    .meta({
      id: 'Proposal',
      description: 'Writes that wait for someone to accept them, with each of them.',
    }),
);

export type ProposalSummary = z.output<ReturnType<typeof proposalSummarySchema>>;
export type Proposal = z.output<ReturnType<typeof proposalSchema>>;
