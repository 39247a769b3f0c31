import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getSprintWithTally } from '../sprints/sprint-store.ts';
import { findWorkKeys } from './read-work.ts';
import { sprintForecastSchema } from './sprint-forecast.ts';

export const getSprintForecast = operation({
  id: 'getSprintForecast',
  method: 'GET',
  path: `${WORKSPACE_PATH}/sprints/{sprintId}/forecast`,
  tag: 'Analysis',
  summary: 'Forecast a sprint',
  description:
    "Returns how many of the sprint's stories are completed by its end, those already completed included: at most p15, p50 and p85 in 15, 50 and 85 of 100 cases. The team works on its stories in progress first, then by priority. unlikelyStoryIds are those not completed in most cases. Reads at most 2,000 stories. With `Accept: image/svg+xml`, the stories as a bar with these numbers.",
  scopes: ['sprints:read', 'stories:read'],
  cost: 5,
  params: { sprintId: uuid() },
  output: sprintForecastSchema,
  picture: async ({ name, completed, remaining, expectedCompleted }) =>
    (await import('../pictures/sprint-fan-picture.ts')).sprintFanPicture({
      title: `Forecast of ${name}`,
      total: completed + remaining,
      completed,
      expected: expectedCompleted,
    }),
  load: ({ path: { sprintId }, read }) => ({
    sprint: getSprintWithTally(read, sprintId),
    keys: findWorkKeys(read, 'sprint', sprintId),
  }),
  // Simulations are large, and other analyses need none.
  handle: async (call) => await (await import('./forecast-sprint.ts')).forecastOneSprint(call),
});
