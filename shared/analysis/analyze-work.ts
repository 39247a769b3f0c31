import * as z from 'zod';
import { invalidRequest } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import { timestamp, uuid } from '../core/schema.ts';
import { listedTeams } from '../teams/list-in-teams.ts';
import { common } from './analysis.ts';
import { daysBefore } from './calendar.ts';
import { workDefinitions } from './definitions.ts';
import { flowOf, groupsOf, oldestOf, throughputOf, type Window } from './flow.ts';
import { readWorkOfTeams } from './read-work.ts';

/** How far back an analysis looks when it is not told, and at most. */
const DEFAULT_DAYS = 84;
const MAX_DAYS = 366;

export const analyzeWork = operation({
  id: 'analyzeWork',
  method: 'GET',
  path: `${WORKSPACE_PATH}/analysis`,
  tag: 'Analysis',
  summary: 'Analyze the work of teams',
  description:
    'What the teams that the caller has joined, or one of them, completed from since (12 weeks before until) to before until (now), at most 366 days: throughput and cycle times; and what is in progress now, with its age; by team, person and objective. definitions says what each figure means. Looks at the 2,000 newest stories, in three round trips and one for each further MB.',
  scopes: ['stories:read', 'teams:read'],
  errors: ['team_required'],
  query: {
    teamId: uuid().optional(),
    since: timestamp().optional(),
    until: timestamp().optional(),
  },
  output: z.object({ since: timestamp(), until: timestamp(), ...common }).meta({ id: 'WorkAnalysis' }),
  tool: {
    name: 'analyze_work',
    title: 'Analyze the work of teams',
    description:
      'What your teams, or one, complete in a span of time (12 weeks unless told): throughput, cycle times; and work in progress and its age, by team, person and objective.',
    annotations: readOnly,
  },
  handle: async ({ query, caller, read, now }) => {
    const window = windowOf(query, now);
    const seen = await readWorkOfTeams({ read, caller }, listedTeams(caller, query.teamId));
    return {
      ...window,
      ...flowOf(seen.work, window, now),
      throughput: throughputOf(seen.work, window),
      oldest: oldestOf(seen.work, now),
      groups: groupsOf(seen, window, now),
      truncated: seen.truncated,
      definitions: workDefinitions,
    };
  },
});

/** The span that a query asks for; throws a 400 for one that is empty or too long. */
function windowOf(query: { since?: string | undefined; until?: string | undefined }, now: Date): Window {
  const until = query.until ?? now.toISOString();
  const since = query.since ?? daysBefore(until, DEFAULT_DAYS);
  if (since >= until) throw invalidRequest([{ path: 'query.since', message: 'must be before until' }]);
  if (since < daysBefore(until, MAX_DAYS)) {
    const message = `must be at most ${MAX_DAYS} days before until`;
    throw invalidRequest([{ path: 'query.since', message }]);
  }
  return { since, until };
}
