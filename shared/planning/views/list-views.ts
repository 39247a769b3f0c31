import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { personalViews } from './view-access.ts';
import { viewSchema } from './view.ts';
import { toView, viewIdOf, viewsOfTeam, viewSortKey } from './view-store.ts';

export const listViews = list({
  id: 'listViews',
  path: `${WORKSPACE_PATH}/views`,
  tag: 'Views',
  summary: 'List views',
  description:
    "Returns the caller's own views and those of their teams, newest first; with teamId, those of that team. Credentials that are restricted to teams get no personal views.",
  scopes: ['stories:read'],
  errors: ['team_required'],
  query: () => ({ teamId: uuid().optional() }),
  item: viewSchema,
  handle: async ({ query: { teamId }, caller, read, page }) => {
    const own = teamId === undefined ? personalViews(caller) : [];
    const partitions = [...own, ...listedTeams(caller, teamId).map(viewsOfTeam)];
    const before = page.after === undefined ? undefined : viewSortKey(page.after);
    const items = await readNewest(read, { index: 'list', partitions, before, limit: page.limit + 1 });
    return pageOf(items, page, { resource: toView, position: viewIdOf });
  },
});
