import { notFound } from '../../kernel/core/errors.ts';
import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import {
  readNewest,
  readNewestMatching,
  type NewestMatches,
  type NewestQuery,
} from '../../kernel/db/merge-partitions.ts';
import { onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import {
  canSeeObjective,
  getObjectiveReference,
  getObjectiveReferences,
  type ObjectiveReference,
} from '../objective/objective-store.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { keyResultSchema } from './key-result.ts';
import {
  getKeyResultItems,
  keyResultIdOf,
  keyResultsOf,
  keyResultsOfObjective,
  keyResultSortKey,
  toKeyResult,
  toShownKeyResult,
  keyResultIndexes,
} from './key-result-store.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

export const listKeyResults = list({
  id: 'listKeyResults',
  path: `${WORKSPACE_PATH}/key-results`,
  tag: 'Key results',
  summary: 'List key results',
  description:
    "Returns the key results of the caller's teams, or of one team or one objective, newest first. Other people's private objectives are excluded.",
  scopes: ['objectives:read'],
  errors: ['team_required'],
  query: () => ({ teamId: uuid().optional(), objectiveId: uuid().optional(), updatedSince: updatedSince() }),
  item: keyResultSchema,
  tool: {
    name: 'list_key_results',
    set: 'key_results',
    title: 'List key results',
    description: 'Key results of your teams or of one objective: {"objectiveId":"Win"}.',
    annotations: readOnly,
  },
  load: ({ query, read }) => ({
    objective: query.objectiveId
      ? getObjectiveReference(read, query.objectiveId)
      : Promise.resolve(undefined),
  }),
  handle: async ({ query, loaded: { objective }, caller, read, page }) => {
    const span = {
      before: page.after === undefined ? undefined : keyResultSortKey(page.after),
      limit: page.limit + 1,
    };
    const objectives = new Map<string, ObjectiveReference | undefined>();
    const show = {
      resource: (item: Item) => toShownKeyResult(item, objectives.get(toKeyResult(item).objectiveId)!.name),
      position: keyResultIdOf,
    };
    const teams = listedTeams(caller, query.teamId ?? objective?.teamId);
    if (query.objectiveId) {
      if (!objective || !canSeeObjective(caller, objective)) throw notFound('objective');
      if (!teams.includes(objective.teamId)) return { items: [] };
      objectives.set(objective.id, objective);
      const { items, end } = await readOfObjective(read, objective.id, span);
      return pageOf(onlyUpdatedSince(items, query.updatedSince, toKeyResult), page, show, end);
    }
    const found = await readNewestMatching(
      read,
      { index: 'list', partitions: teams.map(keyResultsOf), ...span },
      async (found) => {
        const items = onlyUpdatedSince(found, query.updatedSince, toKeyResult);
        const ids = [...new Set(items.map((item) => toKeyResult(item).objectiveId))];
        const references = await getObjectiveReferences(read, ids);
        ids.forEach((id, position) => objectives.set(id, references[position]));
        return items.filter((item) => canSeeObjective(caller, objectives.get(toKeyResult(item).objectiveId)));
      },
    );
    return pageOf(found.items, page, show, found.end);
  },
});

async function readOfObjective(
  read: Reader,
  objectiveId: string,
  span: Pick<NewestQuery, 'before' | 'limit'>,
): Promise<NewestMatches> {
  const partitions = [keyResultsOfObjective(objectiveId)];
  const keys = await readNewest(read, { index: keyResultIndexes.byObjective, partitions, ...span });
  const shown = keys.slice(0, span.limit - 1);
  const items = (await getKeyResultItems(read, shown)).filter((item) => item !== undefined);
  return { items, end: keys.length > shown.length ? shown.at(-1)?.pk : undefined };
}
