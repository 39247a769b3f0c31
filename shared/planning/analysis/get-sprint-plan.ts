import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getSprintItem } from '../sprints/sprint-store.ts';
import { PROPOSED_MAX, sprintPlanSchema } from './proposal.ts';
import { findWorkKeys } from './read-work.ts';

export const SPRINT_PLAN_PATH = `${WORKSPACE_PATH}/sprints/{sprintId}/plan`;

export const getSprintPlan = operation({
  id: 'getSprintPlan',
  method: 'GET',
  path: SPRINT_PLAN_PATH,
  tag: 'Analysis',
  summary: 'Propose a plan for a sprint',
  description: `Proposes up to ${PROPOSED_MAX} stories of the team's backlog for the sprint: those in progress, then by priority, due date and age, each with what blocks it, as far as the team's capacity goes in 50 of 100 cases. Changes nothing; send what you agree with to applySprintPlan. Reads at most 2,000 unfinished stories.`,
  scopes: ['sprints:read', 'stories:read'],
  cost: 5,
  params: { sprintId: uuid() },
  output: sprintPlanSchema,
  load: ({ path: { sprintId }, read }) => ({
    sprint: getSprintItem(read, sprintId),
    keys: findWorkKeys(read, 'sprint', sprintId),
  }),
  // Few requests plan a sprint.
  handle: async (call) => await (await import('./plan-sprint.ts')).planSprint(call),
});
