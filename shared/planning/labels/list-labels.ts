import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf, pageOfIds } from '../../kernel/api/operation/page.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { readPage } from '../../kernel/db/merge-partitions.ts';
import {
  ids,
  inclusion,
  markedValues,
  onlyUpdatedSince,
  updatedSince,
} from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { canSeeLabel } from './label-access.ts';
import { labelSchema } from './label.ts';
import {
  getLabelItem,
  labelIdOf,
  labelsOfTeam,
  labelsOfWorkspace,
  labelSortKey,
  toLabel,
  toLabelReference,
} from './label-store.ts';

export const listLabels = list({
  id: 'listLabels',
  path: `${WORKSPACE_PATH}/labels`,
  tag: 'Labels',
  summary: 'List labels',
  description:
    "Returns the workspace's labels and those of the caller's teams; with teamId, the labels available to that team's stories. With ids, returns the listed labels that the caller can see, including archived ones unless archived is sent.",
  scopes: ['labels:read'],
  errors: ['team_required'],
  query: () => ({
    teamId: uuid().optional(),
    ids: ids(),
    updatedSince: updatedSince(),
    archived: inclusion('archived'),
  }),
  item: labelSchema,
  tool: {
    name: 'list_labels',
    title: 'List labels',
    description:
      'Labels of the workspace and of your teams, or those for the stories of one: {"teamId":"ENG"}.',
    annotations: readOnly,
    omits: ['updatedSince'],
  },
  load: ({ query, read }) => ({ named: Promise.all((query.ids ?? []).map((id) => getLabelItem(read, id))) }),
  handle: async ({ query, loaded: { named }, caller, read, page }) => {
    const { teamId, updatedSince: since } = query;
    const show = { resource: toLabel, position: labelIdOf };
    if (query.ids) {
      if (teamId !== undefined) listedTeams(caller, teamId);
      const marks = markedValues(query.archived ?? 'include');
      const visible = named.filter((item) => {
        if (!item || !canSeeLabel(caller, item)) return false;
        const { teamId: owner, archived } = toLabelReference(item);
        return marks.includes(archived) && (teamId === undefined || owner === null || owner === teamId);
      });
      return pageOfIds(
        onlyUpdatedSince(visible, since, (item) => toLabel(item!)),
        page,
        show,
      );
    }
    const partitions = markedValues(query.archived).flatMap((marked) => [
      labelsOfWorkspace(caller.workspaceId, marked),
      ...listedTeams(caller, teamId).map((team) => labelsOfTeam(team, marked)),
    ]);
    const { items, end } = await readPage(read, page, {
      partitions,
      sortKey: labelSortKey,
      keep: (found) => onlyUpdatedSince(found, since, toLabel),
    });
    return pageOf(items, page, show, end);
  },
});
