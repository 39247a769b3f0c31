import type { OperationContext } from '../kernel/core/call.ts';
import { rank, type Level } from '../kernel/read-model/rank.ts';
import { queryModels } from '../kernel/read-model/sandbox-models.ts';
import type { TextQuery } from '../kernel/words/text-query.ts';
import { feedbackModel, ITEM_TAG } from '../feedback/items/item-index.ts';

interface FeedbackQuery {
  query: TextQuery;
  /** Only items with one of these values, by column or of their tags. */
  among: Partial<Record<'status' | 'boardId' | 'tag', readonly string[] | undefined>>;
  levels: readonly Level[];
  /** The share of the query's words that an item has at least. */
  coveredMin: number;
  limit: number;
}

/**
 * Returns the ids of a portal's visible items that fit a text best, best first, as the read model knows them: an item
 * may have been hidden since. A level is tried only if those before it find nothing.
 */
export async function findFeedback(
  context: Pick<OperationContext, 'read' | 'setting' | 'now'>,
  portalId: string,
  { query, among, levels, coveredMin, limit }: FeedbackQuery,
): Promise<string[]> {
  const condition = conditionOf(among);
  const [found] = await queryModels(feedbackModel, [portalId], context, (model) => {
    for (const level of levels) {
      const ranked = rank(model, query, { condition, level, limit });
      const fitting = ranked.filter(({ covered }) => covered >= coveredMin);
      if (fitting.length > 0) return fitting.map(({ id }) => id);
    }
    return [];
  });
  return found!;
}

function conditionOf({ tag, ...columns }: FeedbackQuery['among']) {
  const chosen = Object.entries({ ...columns, tag }).flatMap(([name, values]) =>
    values ? [{ name, values }] : [],
  );
  const sql = chosen.map(({ name }) =>
    name === 'tag'
      ? `document.number IN (SELECT number FROM tag WHERE name = '${ITEM_TAG}' AND value IN (SELECT value FROM json_each(?)))`
      : `"${name}" IN (SELECT value FROM json_each(?))`,
  );
  return {
    sql: ['TRUE', ...sql].join(' AND '),
    values: chosen.map(({ values }) => JSON.stringify(values)),
  };
}
