import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageWithLongText } from '../../kernel/api/operation/page.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { getTallies } from '../counts/counts-store.ts';
import { getForecasts } from '../forecasts/forecast-store.ts';
import { readPage } from '../../kernel/db/merge-partitions.ts';
import { onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { plannedTeams } from '../../identity/team/team-access.ts';
import { objectiveIncludes } from '../objective-updates/objective-includes.ts';
import { deriveObjective } from '../objective/derive.ts';
import { objectiveSchema } from '../objective/objective.ts';
import {
  canSeeObjective,
  objectiveIdOf,
  objectivesOf,
  objectiveSortKey,
  toObjective,
  toShownObjective,
  toObjectiveReference,
} from '../objective/objective-store.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

export const listObjectives = list({
  id: 'listObjectives',
  path: `${WORKSPACE_PATH}/objectives`,
  tag: 'Objectives',
  summary: 'List objectives',
  description:
    "Returns the objectives of the caller's teams, newest first. Other people's private objectives are excluded. A credential restricted to several teams must send teamId.",
  scopes: ['objectives:read'],
  errors: ['team_required'],
  query: () => ({ teamId: uuid().optional(), updatedSince: updatedSince() }),
  item: objectiveSchema,
  includes: objectiveIncludes,
  tool: {
    name: 'list_objectives',
    title: 'List objectives',
    description:
      'Objectives of your teams, newest first, with their progress and forecast: {"teamId":"ENG"}. Or key results.',
    annotations: readOnly,
  },
  handle: async ({ query, caller, read, page, now }) => {
    const found = await readPage(read, page, {
      partitions: plannedTeams(caller, query.teamId).flatMap(objectivesOf),
      sortKey: objectiveSortKey,
      keep: (items) =>
        onlyUpdatedSince(
          items.filter((item) => canSeeObjective(caller, toObjectiveReference(item))),
          query.updatedSince,
          toObjective,
        ),
    });
    const derive = await derivations(read, found.items.slice(0, page.limit), now);
    const resource = (item: Item) => toShownObjective(item, derive(item));
    return await pageWithLongText(read, found, page, { resource, position: objectiveIdOf });
  },
});

/** Computes the derived fields of a page of objectives from one read of their tallies and forecasts. */
async function derivations(read: Reader, items: readonly Item[], now: Date) {
  const [tallies, forecasts] = await Promise.all([
    getTallies(
      read,
      items.map(({ pk }) => pk),
    ),
    getForecasts(read, items.map(objectiveIdOf)),
  ]);
  const from = new Map(
    items.map(({ pk }, position) => [pk, { tally: tallies[position]!, stored: forecasts[position] }]),
  );
  return (item: Item) => deriveObjective(toObjective(item), from.get(item.pk)!, now);
}
