import * as z from 'zod';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { timestamp, uuid } from '../../kernel/core/schema.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { commonAnalysisFields } from './analysis.ts';
import { daysBefore } from './calendar.ts';
import { cumulativeFlowOf, flowDaySchema } from './cumulative-flow.ts';
import { workDefinitions } from './definitions.ts';
import { flowOf, groupsOf, oldestOf, throughputOf, type AnalysisPeriod } from './flow.ts';
import { readWorkOfTeams } from './read-work.ts';

/** Default and maximum range of an analysis. */
const DEFAULT_DAYS = 84;
const DAYS_MAX = 366;

export const analyzeWork = operation({
  id: 'analyzeWork',
  method: 'GET',
  path: `${WORKSPACE_PATH}/analysis`,
  tag: 'Analysis',
  summary: 'Analyze the work of teams',
  description:
    "Returns throughput and cycle times of the work that the caller's teams, or one team, completed in a period of up to 366 days (by default, the last 12 weeks), and the age of the work in progress now, by team, assignee and objective. The definitions field explains each metric. Reads the 2,000 newest stories. With `Accept: image/svg+xml`, the cumulative flow as a picture.",
  scopes: ['stories:read', 'teams:read'],
  cost: 5,
  errors: ['team_required'],
  query: () => ({
    teamId: uuid().optional(),
    since: timestamp().optional(),
    before: timestamp().optional(),
  }),
  output: () =>
    z
      .object({
        since: timestamp(),
        before: timestamp(),
        ...commonAnalysisFields(),
        cumulativeFlow: z.array(flowDaySchema()).meta({
          description:
            'Stories that had come, been started and been completed by the end of days of the period.',
        }),
      })
      .meta({ id: 'WorkAnalysis' }),
  picture: async ({ cumulativeFlow }) =>
    (await import('../pictures/flow-picture.ts')).flowPicture('Cumulative flow', cumulativeFlow),
  tool: {
    name: 'analyze_work',
    title: 'Analyze the work of teams',
    description:
      'Throughput and cycle times of your teams, or of one, over a period (default: the last 12 weeks), and the age of work in progress: {"teamId":"ENG"}.',
    annotations: readOnly,
  },
  handle: async ({ query, caller, read, now }) => {
    const window = windowOf(query, now);
    const seen = await readWorkOfTeams({ read, caller }, listedTeams(caller, query.teamId));
    return {
      ...window,
      ...flowOf(seen.work, window, now),
      throughput: throughputOf(seen.work, window, 'UTC'),
      oldest: oldestOf(seen.work, now),
      groups: groupsOf(seen, window, now),
      truncated: seen.truncated,
      cumulativeFlow: cumulativeFlowOf(seen.work, window),
      definitions: workDefinitions,
    };
  },
});

/** The period of a query; throws a 400 if it is empty or too long. */
function windowOf(
  query: { since?: string | undefined; before?: string | undefined },
  now: Date,
): AnalysisPeriod {
  const before = query.before ?? now.toISOString();
  const since = query.since ?? daysBefore(before, DEFAULT_DAYS);
  if (since >= before)
    throw invalidRequest([{ in: 'query', path: 'since', message: 'must be earlier than before' }]);
  if (since < daysBefore(before, DAYS_MAX)) {
    const message = `must be at most ${DAYS_MAX} days earlier than before`;
    throw invalidRequest([{ in: 'query', path: 'since', message }]);
  }
  return { since, before };
}
