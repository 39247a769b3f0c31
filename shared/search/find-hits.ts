import type { OperationContext } from '../kernel/core/call.ts';
import type { Key } from '../kernel/core/database.ts';
import type { SearchModels } from '../kernel/noun/define-noun.ts';
import { nounsWith, type NounWith } from '../nouns/nouns.ts';
import { portalsOf, portalIdOf } from '../feedback/portal/portal-store.ts';
import type { ModelDefinition } from '../kernel/read-model/definition.ts';
import { rank, type SearchCondition } from '../kernel/read-model/rank.ts';
import type { ReadModel } from '../kernel/read-model/read-model.ts';
import { relatedTermsOf } from '../kernel/read-model/match.ts';
import { queryModels } from '../kernel/read-model/sandbox-models.ts';
import type { TextQuery } from '../kernel/words/text-query.ts';
import type { SearchType } from './search-hit.ts';

type SearchContext = Pick<OperationContext, 'caller' | 'read' | 'setting' | 'now'>;

/** The query of a search: its text and its scope. */
interface HitQuery {
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
  /** The key of what it belongs to, such as a comment's story. */
  parent: Key | null;
}

interface FoundHits {
  hits: Hit[];
  /** The terms that were found in place of the query's words. */
  terms: string[];
}

/** The most portals whose items are searched. */
const PORTALS_MAX = 100;

/**
 * Returns the best hits in the read models of teams and portals, best first. A model contains only what all who search
 * it may see, since its words, counts and scores reveal parts of all of it.
 */
export async function findHits(context: SearchContext, wanted: HitQuery): Promise<FoundHits> {
  const searched = nounsWith('search').filter(({ name }) => wanted.types.includes(name));
  const found = await Promise.all(
    [...Map.groupBy(searched, carrierOf)].map(([carrier, nouns]) =>
      searchModels(context, wanted, { carrier, nouns }),
    ),
  );
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

const byName = new Map<string, NounWith<'search'>>(nounsWith('search').map((noun) => [noun.name, noun]));

/** The noun whose read models have a noun's resources: mostly its own. */
const carrierOf = (noun: NounWith<'search'>): NounWith<'search'> =>
  'of' in noun.search.models ? byName.get(noun.search.models.of)! : noun;

/** The read models of a noun, and those of the nouns in them that are searched. */
interface Searched {
  carrier: NounWith<'search'>;
  nouns: readonly NounWith<'search'>[];
}

/** Searches a noun's read models; what only this caller may see is added to them for this query. */
async function searchModels(
  context: SearchContext,
  wanted: HitQuery,
  { carrier: { search }, nouns }: Searched,
): Promise<FoundHits[]> {
  const { read, caller } = context;
  const { definitions, ownDocuments } = await (search.models as () => Promise<SearchModels>)();
  const owners = search.ownedBy === 'team' ? wanted.teamIds : await portalIds(context);
  const own = new Map(
    await Promise.all(
      owners.map(async (id) => [id, (await ownDocuments?.(read, caller, id)) ?? []] as const),
    ),
  );
  const found = await Promise.all(
    definitions.map((definition) =>
      queryModels(definition, owners, context, (model, owner) =>
        model.withDocuments(own.get(owner)!, () => hitsIn(model, wanted, nouns, definition)),
      ),
    ),
  );
  return found.flat();
}

/** The hits in a model: of what can be archived, only that which was asked for. */
function hitsIn(
  model: ReadModel,
  { query, limit, archived }: HitQuery,
  nouns: readonly NounWith<'search'>[],
  { columns }: ModelDefinition,
): FoundHits {
  const conditions = [
    ...('archived' in columns ? [isAmong('archived', archived.map(Number))] : []),
    ...('type' in columns
      ? [
          isAmong(
            'type',
            nouns.map(({ name }) => name),
          ),
        ]
      : []),
  ];
  const condition = {
    sql: ['TRUE', ...conditions.map(({ sql }) => sql)].join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
  const ranked = rank(model, query, { condition, level: 'any', limit });
  const read = columnsReader(model, columns);
  const hits = ranked.map(({ id, score }): Hit => {
    const values = read(id);
    const noun = nouns.find(({ name }) => name === values['type']) ?? nouns[0]!;
    const { parent } = noun.search;
    const parentId = parent && values[parent.column];
    return { type: noun.name, id, score, parent: parentId ? parent.item.key(parentId) : null };
  });
  return { hits, terms: hits.length === 0 ? [] : relatedTermsOf(model, query) };
}

type ColumnValues = Record<string, string | null>;

/** Returns a function that reads the columns of a document that say what it is, and what it belongs to. */
function columnsReader(model: ReadModel, columns: ModelDefinition['columns']) {
  const names = ['type', 'storyId', 'objectiveId'].filter((name) => name in columns);
  if (names.length === 0) return (): ColumnValues => ({});
  const statement = model.statement(
    `SELECT ${names.map((name) => `"${name}"`).join(', ')} FROM document WHERE id = ?`,
  );
  return (id: string) => (statement.get(id) ?? {}) as ColumnValues;
}

const isAmong = (column: string, values: readonly (string | number)[]): SearchCondition => ({
  sql: `document."${column}" IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(values)],
});
