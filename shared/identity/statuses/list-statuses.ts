import * as z from 'zod';
import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf, pageOfIds } from '../../kernel/api/operation/page.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import {
  ids,
  inclusion,
  markedValues,
  onlyUpdatedSince,
  updatedSince,
} from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readPage } from '../../kernel/db/merge-partitions.ts';
import { listedTeams } from '../team/team-access.ts';
import { canSeeStatus } from '../status/status-access.ts';
import { statusSchema, statusSubjects } from '../status/status.ts';
import {
  getStatusItem,
  objectiveStatusesOf,
  statusesOf,
  statusIdOf,
  statusSortKey,
  toStatus,
} from '../status/status-store.ts';

export const listStatuses = list({
  id: 'listStatuses',
  path: `${WORKSPACE_PATH}/statuses`,
  tag: 'Statuses',
  summary: 'List statuses',
  description:
    "Returns the story statuses of the caller's teams and the workspace's objective statuses. appliesTo selects one of the two kinds, and teamId the story statuses of one team. With ids, returns the listed statuses that the caller can see, including archived ones unless archived is sent.",
  scopes: ['teams:read'],
  errors: ['team_required'],
  query: () => ({
    appliesTo: z.enum(statusSubjects).optional().meta({ description: 'What it is a status of.' }),
    teamId: uuid().optional(),
    ids: ids(),
    updatedSince: updatedSince(),
    archived: inclusion('archived'),
  }),
  item: statusSchema,
  tool: {
    name: 'list_statuses',
    title: 'List statuses',
    description: 'Statuses of stories and of objectives, in the order of the workflow: {"teamId":"ENG"}.',
    annotations: readOnly,
    omits: ['updatedSince'],
  },
  load: ({ query, read }) => ({ named: Promise.all((query.ids ?? []).map((id) => getStatusItem(read, id))) }),
  handle: async ({ query, loaded: { named }, caller, read, page }) => {
    const { appliesTo, teamId, updatedSince: since } = query;
    const show = { resource: toStatus, position: statusIdOf };
    if (query.ids) {
      if (teamId !== undefined) listedTeams(caller, teamId);
      const marks = markedValues(query.archived ?? 'include');
      const visible = named.filter((item) => {
        const status = item && toStatus(item);
        if (!status || !canSeeStatus(caller, status)) return false;
        return (
          marks.includes(status.archivedAt !== null) &&
          (appliesTo === undefined || appliesTo === status.appliesTo) &&
          (teamId === undefined || teamId === status.teamId)
        );
      });
      return pageOfIds(
        onlyUpdatedSince(visible, since, (item) => toStatus(item!)),
        page,
        show,
      );
    }
    const teams = appliesTo === 'objective' && teamId === undefined ? [] : listedTeams(caller, teamId);
    const partitions = markedValues(query.archived).flatMap((marked) => [
      ...(appliesTo === 'objective' ? [] : teams.map((team) => statusesOf(team, marked))),
      ...(appliesTo === 'story' || teamId !== undefined
        ? []
        : [objectiveStatusesOf(caller.workspaceId, marked)]),
    ]);
    if (partitions.length === 0) return { items: [] };
    const { items, end } = await readPage(read, page, {
      partitions,
      sortKey: statusSortKey,
      keep: (found) => onlyUpdatedSince(found, since, toStatus),
    });
    return pageOf(items, page, show, end);
  },
});
