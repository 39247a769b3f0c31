import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { dayText, dueDay, utcDay } from '../../kernel/core/date-span.ts';
import { getDays } from '../counts/day-store.ts';
import { timestamp, uuid } from '../../kernel/core/schema.ts';
import { visibleObjectiveOrThrow } from '../objective/objective-access.ts';
import { getObjectiveWithTally, objectiveSortKey } from '../objective/objective-store.ts';
import { burnDown, commonAnalysisFields } from './analysis.ts';
import { shownDays } from './burn-down.ts';
import { objectiveDefinitions } from './definitions.ts';
import { analyzeProgress } from './progress.ts';
import { findWorkKeys, readWork } from './read-work.ts';

/** The last day of an objective, on which its ideal line reaches zero. */
export const lastDayOfObjective = ({ endDate }: { endDate: string | null }): string | null =>
  endDate === null ? null : dayText(dueDay(endDate));

export const analyzeObjective = operation({
  id: 'analyzeObjective',
  method: 'GET',
  path: `${WORKSPACE_PATH}/objectives/{objectiveId}/analysis`,
  tag: 'Analysis',
  summary: 'Analyze an objective',
  description:
    'Returns burn-down and scope changes by day, throughput, cycle times and the age of work in progress, by team, assignee and objective. The definitions field explains each metric. Reads at most 2,000 stories. With `Accept: image/svg+xml`, the burn-down as a picture.',
  scopes: ['objectives:read', 'stories:read'],
  cost: 5,
  params: { objectiveId: uuid() },
  output: () =>
    z
      .object({
        id: uuid(),
        name: z.string(),
        startDate: timestamp().nullable(),
        endDate: timestamp().nullable(),
        ...burnDown(),
        ...commonAnalysisFields(),
      })
      .meta({ id: 'ObjectiveAnalysis' }),
  tool: {
    name: 'analyze_objective',
    title: 'Analyze an objective',
    description:
      'Progress of an objective, with its burn-down, throughput, cycle times and forecast: {"objectiveId":"Win"}.',
    annotations: readOnly,
  },
  picture: async ({ name, burnDown: days, endDate }) => {
    const { burnDownPicture } = await import('../pictures/burn-down-picture.ts');
    return burnDownPicture({ name, days, end: lastDayOfObjective({ endDate }) });
  },
  load: ({ path: { objectiveId }, read }) => ({
    objective: getObjectiveWithTally(read, objectiveId),
    days: getDays(read, objectiveSortKey(objectiveId)),
    keys: findWorkKeys(read, 'objective', objectiveId),
  }),
  handle: async ({ loaded, caller, read, now }) => {
    const { days, keys } = loaded;
    const { objective, tally } = visibleObjectiveOrThrow(caller, loaded.objective);
    const { id, name, startDate, endDate, createdAt } = objective;
    const today = utcDay(now);
    const start = utcDay(startDate ?? createdAt);
    const end = endDate === null ? null : dueDay(endDate);
    const shown = shownDays(Math.min(start, today), today, today);
    const seen = await readWork({ read, caller }, keys, ({ objectiveId }) => objectiveId === id);
    return {
      id,
      name,
      startDate,
      endDate,
      ...analyzeProgress({ days, tally, start, end, worked: null, today }, shown, seen, {
        now,
        timeZone: 'UTC',
      }),
      definitions: objectiveDefinitions,
    };
  },
});
