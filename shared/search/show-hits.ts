import type { Caller } from '../kernel/core/caller.ts';
import type { Item, Key, Reader } from '../kernel/core/database.ts';
import type { FoundResource } from '../kernel/noun/define-noun.ts';
import { nounsWith } from '../nouns/nouns.ts';
import { finderOf, snippetOf, type Finder } from '../kernel/words/highlight.ts';
import type { TextQuery } from '../kernel/words/text-query.ts';
import type { Hit } from './find-hits.ts';
import type { SearchHit } from './search-hit.ts';

const byType = new Map(nounsWith('search').map((noun) => [noun.name, noun]));

const keyOf = ({ type, id }: Pick<Hit, 'type' | 'id'>): Key => byType.get(type)!.item.key(id);

/**
 * Reads hits as they are now and shows those that the caller may see: what was deleted, archived or moved out of sight
 * since the read model was brought up to date is not among them.
 */
export async function showHits(
  read: Reader,
  caller: Caller,
  hits: readonly Hit[],
  { query, terms, archived }: { query: TextQuery; terms: readonly string[]; archived: readonly boolean[] },
): Promise<SearchHit[]> {
  const keys = hits.flatMap((hit) => [keyOf(hit), ...(hit.parent === null ? [] : [hit.parent])]);
  const items = await read.getMany(keys);
  const byKey = new Map(keys.map(({ pk }, index) => [pk, items[index]]));
  const itemAt = ({ pk }: Key): Item | undefined => byKey.get(pk);
  const finder = finderOf(query, terms);
  return hits.flatMap((hit) => {
    const item = itemAt(keyOf(hit));
    const parent = hit.parent === null ? undefined : itemAt(hit.parent);
    const shown = item && byType.get(hit.type)!.search.show(item, { caller, archived, parent });
    return shown ? [marked(hit, shown, finder)] : [];
  });
}

function marked({ type, id, score }: Hit, { text, ...shown }: FoundResource, finder: Finder): SearchHit {
  const snippet = snippetOf(text, finder);
  const rangesOf = (field: 'title' | 'snippet', of: string) =>
    finder.rangesIn(of).map(({ start, end }) => ({ field, start, end }));
  const { reference, title, teamId, storyId, objectiveId, portalId, updatedAt, origin } = shown;
  return {
    type,
    id,
    reference,
    title,
    snippet,
    highlights: [...rangesOf('title', title), ...rangesOf('snippet', snippet)],
    score: Math.round(score * SCORE_STEPS) / SCORE_STEPS,
    teamId,
    storyId,
    objectiveId,
    portalId,
    updatedAt,
    origin,
  };
}

/** Scores have four decimals. */
const SCORE_STEPS = 10_000;
