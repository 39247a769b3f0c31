import { pageOf } from '../../kernel/api/operation/page.ts';
import type { Page, PageRequest, OperationContext } from '../../kernel/core/call.ts';
import { fromIds, toIds } from '../../kernel/core/id-list.ts';
import type { Level } from '../../kernel/read-model/rank.ts';
import { rank } from '../../kernel/read-model/rank.ts';
import { peekModels, queryModels } from '../../kernel/read-model/sandbox-models.ts';
import type { SqlValue } from '../../kernel/read-model/sqlite.ts';
import type { ReadModel } from '../../kernel/read-model/read-model.ts';
import { conditionOf, levelsOf, textQueryOf, type StoryFilter } from './story-conditions.ts';
import { storyModel } from '../story/story-index.ts';
import {
  columnOf,
  comparePlaces,
  orderOf,
  phasesOf,
  type StoryOrder,
  type StoryPlace,
  type FieldSort,
  type StorySort,
} from '../story/story-order.ts';
import {
  getListedStoryItems,
  storyIdOf,
  showStory,
  storySortKey,
  storyTeamOf,
} from '../story/story-store.ts';
import { SELF } from '../../kernel/db/table.ts';
import type { Story } from '../story/story.ts';

type QueryStoriesContext = Pick<OperationContext, 'caller' | 'read' | 'setting' | 'now'>;

/** Returns a page of the stories that fit a filter, from the read models of their teams, in any order. */
export async function queryStories(
  context: QueryStoriesContext,
  filter: StoryFilter,
  sort: readonly (StorySort | FieldSort)[] | undefined,
  page: PageRequest,
): Promise<Page<Story>> {
  if (sort?.[0] === 'relevance') return await byRelevance(context, filter, page);
  const order = orderOf(sort);
  const after = page.after === undefined ? undefined : fromPosition(page.after);
  const { level, places } = await findPlaces(context, filter, order, page.limit + 1, after);
  return await showPage(context, places.slice(0, page.limit), page, {
    more: places.length > page.limit,
    positionAt: (index) => toPosition(level, places[index]!),
  });
}

/** Returns the ids of up to `limit` stories that fit a filter, in an order other than relevance. */
export async function findStoryIds(
  context: QueryStoriesContext,
  filter: StoryFilter,
  sort: readonly (StorySort | FieldSort)[],
  limit: number,
): Promise<string[]> {
  const { places } = await findPlaces(context, filter, orderOf(sort), limit, undefined);
  return places.map(({ id }) => id);
}

/** What `findStoryIds` would return if nothing had changed since this sandbox was asked last; reads nothing. */
export function guessStoryIds(
  filter: StoryFilter,
  sort: readonly (StorySort | FieldSort)[],
  limit: number,
): string[] {
  const order = orderOf(sort);
  const [level] = levelsOf(filter);
  const found = peekModels(storyModel, filter.teams, (model) =>
    placesIn(model, filter, level!, order, limit, undefined),
  );
  return firstOf(found, order, limit).map(({ id }) => id);
}

/** A position contains how exactly the texts had to match, so that a later page finds the same stories. */
const toPosition = (level: Level, { values, id }: StoryPlace): string =>
  JSON.stringify([level, values.length === 1 ? values[0] : values, id]);

function fromPosition(position: string): { level: Level; place: StoryPlace } {
  const [level, values, id] = JSON.parse(position) as [Level, SqlValue | SqlValue[], string];
  return { level, place: { values: [values].flat(), id } };
}

async function findPlaces(
  context: QueryStoriesContext,
  filter: StoryFilter,
  order: StoryOrder,
  limit: number,
  after: ReturnType<typeof fromPosition> | undefined,
): Promise<{ level: Level; places: StoryPlace[] }> {
  const tried = after ? [after.level] : levelsOf(filter);
  for (const level of tried) {
    const found = await queryModels(storyModel, filter.teams, context, (model) =>
      placesIn(model, filter, level, order, limit, after?.place),
    );
    const places = firstOf(found, order, limit);
    if (places.length > 0 || level === tried.at(-1)) return { level, places };
  }
  return { level: 'all', places: [] };
}

/** The first places of all models. */
const firstOf = (found: readonly StoryPlace[][], order: StoryOrder, limit: number): StoryPlace[] =>
  found
    .flat()
    .sort((one, other) => comparePlaces(order, one, other))
    .slice(0, limit);

function placesIn(
  model: ReadModel,
  filter: StoryFilter,
  level: Level,
  order: StoryOrder,
  limit: number,
  after: StoryPlace | undefined,
): StoryPlace[] {
  const condition = conditionOf(model, filter, level);
  const places: StoryPlace[] = [];
  for (const phase of phasesOf(order, after)) {
    if (places.length === limit) break;
    const columns = order.map((key, index) => `${columnOf(key)} AS value${index}`).join(', ');
    const rows = model
      .statement(
        `SELECT id, ${columns} FROM document
         WHERE ${condition.sql} AND ${phase.condition.sql} ORDER BY ${phase.orderBy} LIMIT ?`,
      )
      .all(...condition.values, ...phase.condition.values, limit - places.length);
    for (const row of rows as unknown as ({ id: string } & Record<string, SqlValue>)[])
      places.push({ id: row.id, values: order.map((_, index) => row[`value${index}`]!) });
  }
  return places;
}

/**
 * The maximum number of stories in a list by relevance. Later pages are in its cursor, so that no story moves between
 * pages.
 */
const RELEVANT_MAX = 250;

async function byRelevance(
  context: QueryStoriesContext,
  filter: StoryFilter,
  page: PageRequest,
): Promise<Page<Story>> {
  const ids = page.after === undefined ? await mostRelevant(context, filter) : toIds(page.after);
  const places = ids.slice(0, page.limit).map((id) => ({ id, values: [] }));
  return await showPage(context, places, page, {
    more: ids.length > page.limit,
    positionAt: (index) => fromIds(ids.slice(index + 1)),
  });
}

async function mostRelevant(context: QueryStoriesContext, filter: StoryFilter): Promise<string[]> {
  const { q = '', ...rest } = filter;
  for (const level of levelsOf(filter)) {
    const found = await queryModels(storyModel, filter.teams, context, (model) =>
      rank(model, textQueryOf(q), { condition: conditionOf(model, rest, level), level, limit: RELEVANT_MAX }),
    );
    const best = found.flat().sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
    if (best.length > 0) return best.slice(0, RELEVANT_MAX).map(({ id }) => id);
  }
  return [];
}

/** Reads the current stories at positions of a list; omits deleted ones and those of teams that the caller has left. */
async function showPage(
  { caller, read, now }: QueryStoriesContext,
  places: readonly StoryPlace[],
  page: PageRequest,
  { more, positionAt }: { more: boolean; positionAt: (index: number) => string },
): Promise<Page<Story>> {
  const keys = places.map(({ id }) => ({ pk: storySortKey(id), sk: SELF }));
  const items = (await getListedStoryItems(read, keys)).filter((item) => item !== undefined);
  const indexes = new Map(places.map(({ id }, index) => [id, index]));
  return pageOf(
    items.filter((item) => caller.teamIds.has(storyTeamOf(item))),
    page,
    {
      resource: (item) => showStory(item, now),
      position: (item) => positionAt(indexes.get(storyIdOf(item))!),
    },
    more ? keys.at(-1)!.pk : undefined,
  );
}
