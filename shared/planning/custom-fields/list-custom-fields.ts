import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { readPage } from '../../kernel/db/merge-partitions.ts';
import {
  inclusion,
  markedValues,
  onlyUpdatedSince,
  updatedSince,
} from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import {
  customFieldIdOf,
  customFieldSortKey,
  customFieldsOfTeam,
  customFieldsOfWorkspace,
  toCustomField,
} from './custom-field-store.ts';
import { customFieldSchema } from '../story-parts/custom-field.ts';

export const listCustomFields = list({
  id: 'listCustomFields',
  path: `${WORKSPACE_PATH}/custom-fields`,
  tag: 'Custom fields',
  summary: 'List custom fields',
  description:
    "Returns the workspace's custom fields and those of the caller's teams; with teamId, the fields of that team's stories.",
  scopes: ['teams:read'],
  errors: ['team_required'],
  query: () => ({
    teamId: uuid().optional(),
    updatedSince: updatedSince(),
    archived: inclusion('archived'),
  }),
  item: customFieldSchema,
  handle: async ({ query: { teamId, archived, updatedSince: since }, caller, read, page }) => {
    const partitions = markedValues(archived).flatMap((marked) => [
      customFieldsOfWorkspace(caller.workspaceId, marked),
      ...listedTeams(caller, teamId).map((team) => customFieldsOfTeam(team, marked)),
    ]);
    const { items, end } = await readPage(read, page, {
      partitions,
      sortKey: customFieldSortKey,
      keep: (found) => onlyUpdatedSince(found, since, toCustomField),
    });
    return pageOf(items, page, { resource: toCustomField, position: customFieldIdOf }, end);
  },
});
