import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { dateRangeParameters, pageOfEntries } from './page-of-entries.ts';
import { timeEntrySchema } from './time-entry.ts';

export const listTimeEntries = list({
  id: 'listTimeEntries',
  path: `${WORKSPACE_PATH}/time-entries`,
  tag: 'Time entries',
  summary: 'List time spent on all stories',
  description:
    "Returns time spent on the stories of the caller's teams, or of one team, the last logged first. A page can end early if few of the entries match.",
  scopes: ['stories:read'],
  query: () => ({
    teamId: uuid().optional(),
    memberId: uuid().optional().meta({ description: 'Only of this member.' }),
    ...dateRangeParameters(),
  }),
  item: timeEntrySchema,
  handle: async ({ query, ...context }) => {
    const { teamId, ...filter } = query;
    const teams = teamId === undefined ? undefined : listedTeams(context.caller, teamId);
    return await pageOfEntries(context, { ...filter, teams });
  },
});
