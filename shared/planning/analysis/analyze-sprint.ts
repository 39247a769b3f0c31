import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { getDays } from '../counts/day-store.ts';
import { timestamp, uuid } from '../../kernel/core/schema.ts';
import { visibleSprintOrThrow } from '../sprints/sprint-access.ts';
import { dayOfSprint, lastDayOfSprint, sprintDays } from '../sprints/sprint-days.ts';
import { getSprintWithTally, sprintSortKey, toSprint } from '../sprints/sprint-store.ts';
import { burnDown, commonAnalysisFields } from './analysis.ts';
import { shownDays } from './burn-down.ts';
import { sprintDefinitions } from './definitions.ts';
import { analyzeProgress } from './progress.ts';
import { findWorkKeys, readWork } from './read-work.ts';
import { readWorkedDays } from './worked-days.ts';
import { zoneOfDays } from '../sprints/sprint.ts';

export const analyzeSprint = operation({
  id: 'analyzeSprint',
  method: 'GET',
  path: `${WORKSPACE_PATH}/sprints/{sprintId}/analysis`,
  tag: 'Analysis',
  summary: 'Analyze a sprint',
  description:
    'Returns burn-down and scope changes by day, throughput, cycle times and the age of work in progress, by team, assignee and objective. The definitions field explains each metric. Reads at most 2,000 stories. With `Accept: image/svg+xml`, the burn-down as a picture.',
  scopes: ['sprints:read', 'stories:read'],
  cost: 5,
  params: { sprintId: uuid() },
  output: () =>
    z
      .object({
        id: uuid(),
        name: z.string(),
        startDate: timestamp(),
        endDate: timestamp(),
        timeZone: zoneOfDays(),
        ...burnDown(),
        ...commonAnalysisFields(),
      })
      .meta({ id: 'SprintAnalysis' }),
  tool: {
    name: 'analyze_sprint',
    title: 'Analyze a sprint',
    description:
      'Progress of a sprint, with its burn-down, throughput, cycle times and forecast: {"sprintId":"Sprint 7"}.',
    annotations: readOnly,
  },
  picture: async ({ name, burnDown: days, ...span }) => {
    const { burnDownPicture } = await import('../pictures/burn-down-picture.ts');
    return burnDownPicture({ name, days, end: lastDayOfSprint(span) });
  },
  load: ({ path: { sprintId }, read }) => ({
    sprint: getSprintWithTally(read, sprintId),
    days: getDays(read, sprintSortKey(sprintId)),
    keys: findWorkKeys(read, 'sprint', sprintId),
  }),
  handle: async ({ loaded: { sprint: found, days, keys }, caller, read, now }) => {
    const sprint = toSprint(visibleSprintOrThrow(caller, found?.item));
    const { tally } = found!;
    const { id, name, startDate, endDate, timeZone } = sprint;
    const { first: start, last: end } = sprintDays(sprint);
    const today = dayOfSprint(sprint, now);
    const shown = shownDays(start, end, today);
    const [seen, worked] = await Promise.all([
      readWork({ read, caller }, keys, ({ sprintId }) => sprintId === id),
      readWorkedDays(read, sprint),
    ]);
    return {
      id,
      name,
      startDate,
      endDate,
      timeZone,
      ...analyzeProgress({ days, tally, start, end, worked, today }, shown, seen, {
        now,
        timeZone,
      }),
      definitions: sprintDefinitions,
    };
  },
});
