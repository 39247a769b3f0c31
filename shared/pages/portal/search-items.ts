import type { OperationContext, PageRequest } from '../../kernel/core/call.ts';
import { fromIds, toIds } from '../../kernel/core/id-list.ts';
import { fits, getVisibleItems } from '../../feedback/items/find-items.ts';
import type { ItemStatus, PublicItem } from '../../feedback/items/item.ts';
import { findFeedback } from '../../search/find-feedback.ts';
import { withoutStopWords } from '../../kernel/words/stop-words.ts';
import { parseTextQuery, type TextQuery } from '../../kernel/words/text-query.ts';

type SearchItemsContext = Pick<OperationContext, 'read' | 'setting' | 'now'>;

interface Search {
  q: string;
  status?: readonly ItemStatus[] | undefined;
  boardId?: readonly string[] | undefined;
  tag?: readonly string[] | undefined;
}

/** The most items that a search finds: later pages are in its cursor, so that none moves between them. */
const FOUND_MAX = 100;

/** A page of the visible items that have the words of a text, best first. */
export async function searchPublicItems(
  context: SearchItemsContext,
  portalId: string,
  { q, ...filter }: Search,
  { limit, after }: PageRequest,
): Promise<{ items: PublicItem[]; next: string | undefined }> {
  const query = parseTextQuery(q);
  const wanted = {
    query,
    among: filter,
    levels: ['all', 'related', 'any'] as const,
    coveredMin: coveredMinOf(query),
    limit: FOUND_MAX,
  };
  const ids = after === undefined ? await findFeedback(context, portalId, wanted) : toIds(after);
  const visible = await getVisibleItems(context.read, portalId, ids.slice(0, limit));
  return {
    items: visible.filter((item) => fits(item, filter)),
    next: ids.length > limit ? fromIds(ids.slice(limit)) : undefined,
  };
}

/**
 * The share of a text of several words that an item must have: one of the words as it is written, or two that are close.
 * A single word that is merely spelled alike, such as "move" for "mode", finds what no one was looking for.
 */
const coveredMinOf = ({ groups }: TextQuery): number => (groups.length > 1 ? 0.99 / groups.length : 0);

const SIMILAR_MAX = 5;
/**
 * Items that have fewer of the words are about something else: of a sentence they have half, in which a word with a typing
 * error counts half; of two words both.
 */
const similarCoveredMin = (words: number): number => (words > 2 ? 0.49 : 0.6);

/** The visible items whose words are most like those of a title, most similar first. */
export async function similarItems(
  context: SearchItemsContext,
  portalId: string,
  title: string,
): Promise<PublicItem[]> {
  const { groups, ...query } = parseTextQuery(withoutStopWords(title));
  const ids = await findFeedback(context, portalId, {
    // What was written is finished, and excludes nothing.
    query: { ...query, excluded: [], groups: groups.map((group) => ({ ...group, open: false })) },
    among: {},
    levels: ['any'],
    coveredMin: similarCoveredMin(groups.length),
    limit: SIMILAR_MAX,
  });
  return await getVisibleItems(context.read, portalId, ids);
}
