import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { pageOf } from '../api/operation/page.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import { readNewest } from '../db/merge-partitions.ts';
import { inclusion, markedValues } from '../core/query-parameters.ts';
import { uuid } from '../core/schema.ts';
import { listedTeams } from '../teams/list-in-teams.ts';
import { labelSchema } from './label.ts';
import { labelIdOf, labelsOfTeam, labelsOfWorkspace, labelSortKey, toLabelJson } from './label-store.ts';

export const listLabels = list({
  id: 'listLabels',
  path: `${WORKSPACE_PATH}/labels`,
  tag: 'Labels',
  summary: 'List labels',
  description:
    "Returns the workspace's labels and those of the caller's teams; with teamId, the labels available to that team's stories.",
  scopes: ['labels:read'],
  principals: ['user', 'serviceAccount'],
  errors: ['team_required'],
  query: { teamId: uuid().optional(), archived: inclusion('archived') },
  item: labelSchema,
  tool: {
    name: 'list_labels',
    title: 'List labels',
    description:
      "Labels of the workspace and of your teams; with teamId, those available to that team's stories.",
    annotations: readOnly,
  },
  handle: async ({ query: { teamId, archived }, caller, read, page }) => {
    const teams = listedTeams(caller, teamId);
    const items = await readNewest(read, {
      index: 'list',
      partitions: markedValues(archived).flatMap((marked) => [
        labelsOfWorkspace(caller.workspaceId, marked),
        ...teams.map((team) => labelsOfTeam(team, marked)),
      ]),
      before: page.after === undefined ? undefined : labelSortKey(page.after),
      limit: page.limit + 1,
    });
    return pageOf(items, page, { json: toLabelJson, position: labelIdOf });
  },
});
