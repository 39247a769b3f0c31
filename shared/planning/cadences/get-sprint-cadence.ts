import { orNotFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { joinedTeamOrThrow } from '../../identity/team/team-access.ts';
import { getTeamItem } from '../../identity/team/team-store.ts';
import { cadenceSchema } from '../cadence/cadence.ts';
import { getCadenceItem, toCadence } from '../cadence/cadence-store.ts';

export const CADENCE_PATH = `${WORKSPACE_PATH}/teams/{teamId}/sprint-cadence`;

export const getSprintCadence = operation({
  id: 'getSprintCadence',
  method: 'GET',
  path: CADENCE_PATH,
  tag: 'Sprints',
  summary: "Get a team's sprint cadence",
  description: 'Returns 404 if the team has none yet.',
  scopes: ['sprints:read'],
  params: { teamId: uuid() },
  output: cadenceSchema,
  load: ({ path, read }) => ({
    team: getTeamItem(read, path.teamId),
    cadence: getCadenceItem(read, path.teamId),
  }),
  handle: async ({ loaded: { team, cadence }, caller }) => {
    joinedTeamOrThrow(caller, team);
    return toCadence(orNotFound(cadence, 'sprint cadence'));
  },
});
