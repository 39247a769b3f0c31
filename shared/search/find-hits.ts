import type { OperationContext } from '../kernel/core/call.ts';
import { nounsWith, type NounWith } from '../nouns/nouns.ts';
import { portalsOf, portalIdOf } from '../feedback/portals/portal-store.ts';
import type { ModelDefinition } from '../kernel/read-model/definition.ts';
import { rank, type SearchCondition } from '../kernel/read-model/rank.ts';
import type { ReadModel } from '../kernel/read-model/read-model.ts';
import { relatedTermsOf } from '../kernel/read-model/match.ts';
import { queryModels } from '../kernel/read-model/sandbox-models.ts';
import type { TextQuery } from '../kernel/words/text-query.ts';
import type { SearchType } from './search-hit.ts';

type SearchContext = Pick<OperationContext, 'caller' | 'read' | 'setting' | 'now'>;

/** The query of a search: its text and its scope. */
interface Wanted {
  query: TextQuery;
  types: readonly SearchType[];
  teamIds: readonly string[];
  /** Of stories: whether archived ones are among them, the others, or both. */
  archived: readonly boolean[];
  limit: number;
}

/** A document that was found, before it is read and shown. */
export interface Hit {
  type: SearchType;
  id: string;
  score: number;
  /** A comment's story. */
  storyId: string | null;
}

interface Found {
  hits: Hit[];
  /** The terms that were found in place of the query's words. */
  terms: string[];
}

/** The most portals whose items are searched. */
const PORTALS_MAX = 100;

/**
 * Returns the best hits in the read models of teams and portals, best first. A model contains only what all who search
 * it may see, since its words, counts and scores tell about all of it.
 */
export async function findHits(context: SearchContext, wanted: Wanted): Promise<Found> {
  const searched = nounsWith('search').filter(({ name }) => wanted.types.includes(name));
  const found = await Promise.all(searched.map((noun) => searchNoun(context, wanted, noun)));
  const all = found.flat();
  const hits = all
    .flatMap((one) => one.hits)
    .sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
  return { hits: uniqueHits(hits), terms: [...new Set(all.flatMap(({ terms }) => terms))] };
}

/** Removes duplicate hits: a document that becomes visible or hidden between two reads can be found in both places. */
const uniqueHits = (hits: readonly Hit[]): Hit[] => {
  const seen = new Set<string>();
  return hits.filter(({ id }) => !seen.has(id) && seen.add(id));
};

async function portalIds({ read, caller }: SearchContext): Promise<string[]> {
  const partition = portalsOf(caller.workspaceId);
  const items = await read.query({ index: 'list', partition, limit: PORTALS_MAX });
  return items.map(portalIdOf);
}

/** Searches a noun's read models; what only this caller may see is added to them for this query. */
async function searchNoun(
  context: SearchContext,
  wanted: Wanted,
  { name, search }: NounWith<'search'>,
): Promise<Found[]> {
  const { read, caller } = context;
  const { definitions, ownDocuments } = await search.models();
  const owners = search.ownedBy === 'team' ? wanted.teamIds : await portalIds(context);
  const own = new Map(
    await Promise.all(
      owners.map(async (id) => [id, (await ownDocuments?.(read, caller, id)) ?? []] as const),
    ),
  );
  const found = await Promise.all(
    definitions.map((definition) =>
      queryModels(definition, owners, context, (model, owner) =>
        model.withDocuments(own.get(owner)!, () => hitsIn(model, wanted, name, definition)),
      ),
    ),
  );
  return found.flat();
}

/** The hits in a model. Of what can be archived, only that which was asked for; with the story of what belongs to one. */
function hitsIn(
  model: ReadModel,
  { query, limit, archived }: Wanted,
  type: SearchType,
  { columns }: ModelDefinition,
): Found {
  const condition = 'archived' in columns ? isAmong(archived) : undefined;
  const ranked = rank(model, query, { ...(condition && { condition }), level: 'any', limit });
  const storyIdOf =
    'storyId' in columns ? model.statement('SELECT "storyId" FROM document WHERE id = ?') : undefined;
  const hits = ranked.map(({ id, score }): Hit => {
    const storyId = (storyIdOf?.get(id)?.['storyId'] ?? null) as string | null;
    return { type, id, score, storyId };
  });
  return { hits, terms: hits.length === 0 ? [] : relatedTermsOf(model, query) };
}

const isAmong = (archived: readonly boolean[]): SearchCondition => ({
  sql: 'document.archived IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(archived.map(Number))],
});
