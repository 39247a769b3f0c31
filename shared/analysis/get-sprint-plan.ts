import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { priorities } from '../core/priority.ts';
import { timestamp, uuid } from '../core/schema.ts';
import { getSprintItem } from '../sprints/sprint-store.ts';
import { amountSchema } from './analysis.ts';
import { omissionReasons, proposalReasons, PROPOSED_MAX } from './proposal.ts';
import { findWorkKeys } from './read-work.ts';

export const SPRINT_PLAN_PATH = `${WORKSPACE_PATH}/sprints/{sprintId}/plan`;

const story = { id: uuid(), reference: z.string(), title: z.string(), priority: z.enum(priorities) };

export const getSprintPlan = operation({
  id: 'getSprintPlan',
  method: 'GET',
  path: SPRINT_PLAN_PATH,
  tag: 'Analysis',
  summary: 'Propose a plan for a sprint',
  description: `Proposes up to ${PROPOSED_MAX} stories of the team's backlog for the sprint: those in progress, then by priority, due date and age, each with what blocks it, as far as the team's capacity goes in 50 of 100 cases. Changes nothing; send what you agree with to applySprintPlan. Reads at most 2,000 unfinished stories.`,
  scopes: ['sprints:read', 'stories:read'],
  params: { sprintId: uuid() },
  output: z
    .object({
      name: z.string(),
      startDate: timestamp(),
      endDate: timestamp(),
      capacity: z.object({ p15: z.number(), p50: z.number(), p85: z.number() }).nullable().meta({
        description:
          "What the team completes in the sprint's days left, in the unit of its estimates: at most so much in 15, 50 and 85 of 100 cases.",
      }),
      planned: amountSchema.meta({ description: 'What is in the sprint already and not completed.' }),
      stories: z
        .array(
          z.object({
            ...story,
            estimate: z.number().meta({ description: 'Its estimate, or 1 without one.' }),
            updatedAt: timestamp(),
            reason: z.enum(proposalReasons),
          }),
        )
        .meta({ description: 'The stories to put into the sprint, in the order of the proposal.' }),
      leftOut: z.array(z.object({ ...story, reason: z.enum(omissionReasons) })).meta({
        description: 'The first stories that are not proposed: blocked, starting later, or too much.',
      }),
      insufficientHistory: z.boolean(),
      assumptions: z.array(z.string()),
    })
    .meta({ id: 'SprintPlan' }),
  load: ({ path: { sprintId }, read }) => ({
    sprint: getSprintItem(read, sprintId),
    keys: findWorkKeys(read, 'sprint', sprintId),
  }),
  // Few requests plan a sprint.
  handle: async (call) => await (await import('./plan-sprint.ts')).planSprint(call),
});
