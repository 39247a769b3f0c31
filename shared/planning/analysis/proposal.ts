import * as z from 'zod';
import { priorities } from '../../kernel/core/priority.ts';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { amountSchema } from './analysis.ts';
import { zoneOfDays } from '../sprints/sprint.ts';

/** The maximum number of stories in a proposal, and in one request that applies it. */
export const PROPOSED_MAX = 50;

/** The reasons why a story is proposed, or left out. */
export const proposalReasons = ['in_progress', 'blocks_others', 'due', 'priority'] as const;
export const omissionReasons = ['blocked', 'starts_later', 'capacity'] as const;

const story = memoize(() => ({
  id: uuid(),
  reference: z.string(),
  title: z.string(),
  priority: z.enum(priorities),
}));

export const sprintPlanSchema = memoize(() =>
  z
    .object({
      name: z.string(),
      startDate: timestamp(),
      endDate: timestamp(),
      timeZone: zoneOfDays(),
      capacity: z.object({ p15: z.number(), p50: z.number(), p85: z.number() }).nullable().meta({
        description:
          "What the team completes in the sprint's days left, in the unit of its estimates: at most so much in 15, 50 and 85 of 100 cases.",
      }),
      planned: amountSchema().meta({ description: 'What is in the sprint already and not completed.' }),
      stories: z
        .array(
          z.object({
            ...story(),
            estimate: z.number().meta({ description: 'Its estimate, or 1 without one.' }),
            updatedAt: timestamp(),
            reason: z.enum(proposalReasons),
          }),
        )
        .meta({ description: 'The stories to put into the sprint, in the order of the proposal.' }),
      leftOut: z.array(z.object({ ...story(), reason: z.enum(omissionReasons) })).meta({
        description: 'The first stories that are not proposed: blocked, starting later, or too much.',
      }),
      insufficientHistory: z.boolean(),
      assumptions: z.array(z.string()),
    })
    .meta({ id: 'SprintPlan' }),
);

export type SprintPlan = z.output<ReturnType<typeof sprintPlanSchema>>;
