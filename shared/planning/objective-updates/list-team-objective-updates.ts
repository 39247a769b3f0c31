import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readPage } from '../../kernel/db/merge-partitions.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { canSeeObjective, getObjectiveReferences } from '../objective/objective-store.ts';
import {
  getListedObjectiveUpdates,
  objectiveUpdateIdOf,
  objectiveUpdateIndexes,
  objectiveUpdateSortKey,
  toObjectiveUpdate,
  updatesOfTeam,
} from './objective-update-store.ts';
import { objectiveUpdateSchema } from './objective-update.ts';

export const listTeamObjectiveUpdates = list({
  id: 'listTeamObjectiveUpdates',
  path: `${WORKSPACE_PATH}/objective-updates`,
  tag: 'Objectives',
  summary: 'List updates of all objectives',
  description:
    "Returns what was written about the objectives of the caller's teams, or of one team, newest first. Other people's private objectives are excluded.",
  scopes: ['objectives:read'],
  errors: ['team_required'],
  query: () => ({ teamId: uuid().optional(), updatedSince: updatedSince() }),
  item: objectiveUpdateSchema,
  handle: async ({ query, caller, read, page }) => {
    const found = await readPage(read, page, {
      index: objectiveUpdateIndexes.byTeam,
      partitions: listedTeams(caller, query.teamId).map(updatesOfTeam),
      sortKey: objectiveUpdateSortKey,
      keep: async (keys) => {
        const items = await getListedObjectiveUpdates(read, keys);
        return await onlyVisible(
          caller,
          read,
          onlyUpdatedSince(items, query.updatedSince, toObjectiveUpdate),
        );
      },
    });
    const show = { resource: toObjectiveUpdate, position: objectiveUpdateIdOf };
    return pageOf(found.items, page, show, found.end);
  },
});

/** The updates of objectives that a caller can see. */
async function onlyVisible(caller: Caller, read: Reader, items: readonly Item[]): Promise<Item[]> {
  const objectiveOf = (item: Item) => toObjectiveUpdate(item).objectiveId;
  const ids = [...new Set(items.map(objectiveOf))];
  const references = await getObjectiveReferences(read, ids);
  const seen = new Set(ids.filter((_, position) => canSeeObjective(caller, references[position])));
  return items.filter((item) => seen.has(objectiveOf(item)));
}
