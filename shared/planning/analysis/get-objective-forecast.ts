import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getObjectiveWithTally } from '../objective/objective-store.ts';
import { objectiveForecastSchema } from './objective-forecast.ts';

export const getObjectiveForecast = operation({
  id: 'getObjectiveForecast',
  method: 'GET',
  path: `${WORKSPACE_PATH}/objectives/{objectiveId}/forecast`,
  tag: 'Analysis',
  summary: 'Forecast an objective',
  description:
    "Returns the dates by which the objective is done in 50, 85 and 95 of 100 cases, from 10,000 simulations of the team's own weeks. Dates are null if nothing remains, if there is too little history, or beyond five years. The same data gives the same forecast. With `Accept: image/svg+xml`, a fan of the dates as a picture.",
  scopes: ['objectives:read', 'stories:read'],
  cost: 10,
  params: { objectiveId: uuid() },
  output: objectiveForecastSchema,
  picture: async ({ endDate: target, ...forecast }, today) =>
    (await import('../pictures/fan-picture.ts')).fanPicture({ ...forecast, today, target }),
  load: ({ path: { objectiveId }, read }) => ({ objective: getObjectiveWithTally(read, objectiveId) }),
  // Simulations are large, and other analyses need none.
  handle: async (call) => await (await import('./forecast-objective.ts')).forecastObjective(call),
});
