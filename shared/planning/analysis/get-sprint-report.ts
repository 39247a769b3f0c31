import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getDays } from '../counts/day-store.ts';
import { visibleSprintOrThrow } from '../sprints/sprint-access.ts';
import { getSprintWithTally, sprintSortKey, toSprint } from '../sprints/sprint-store.ts';
import { sprintReport, sprintReportSchema } from './sprint-report.ts';
import { getSprintReportItem } from './sprint-report-store.ts';
import { readWorkedDays } from './worked-days.ts';

export const getSprintReport = operation({
  id: 'getSprintReport',
  method: 'GET',
  path: `${WORKSPACE_PATH}/sprints/{sprintId}/report`,
  tag: 'Analysis',
  summary: 'Get the report of a sprint',
  description:
    "Returns what the sprint committed to, what was added and removed, what was finished, what was left, and the burn-down, whose ideal line is level on days on which no one in the team works. A sprint that its team's cadence has closed keeps its report; for others it is made from their days. With `Accept: image/svg+xml`, the burn-down as a picture.",
  scopes: ['sprints:read', 'stories:read'],
  params: { sprintId: uuid() },
  output: () =>
    sprintReportSchema()
      .extend({ name: z.string().meta({ description: 'The name that the sprint has now.' }) })
      .meta({ id: 'SprintReport', description: 'What a sprint committed to, and its outcome.' }),
  picture: async ({ name, burnDown: days }) =>
    (await import('../pictures/burn-down-picture.ts')).burnDownPicture({ name, days }),
  load: ({ path: { sprintId }, read }) => ({
    sprint: getSprintWithTally(read, sprintId),
    report: getSprintReportItem(read, sprintId),
    days: getDays(read, sprintSortKey(sprintId)),
  }),
  handle: async ({ loaded: { sprint: found, report, days }, caller, read, now }) => {
    const sprint = toSprint(visibleSprintOrThrow(caller, found?.item));
    const { name } = sprint;
    if (sprint.closedAt !== null && report) return { ...report, name };
    const worked = await readWorkedDays(read, sprint);
    return { ...sprintReport(sprint, { days, tally: found!.tally, worked }, now), name };
  },
});
