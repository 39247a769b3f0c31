import type { OperationContext } from '../core/call.ts';
import { portalsOf, portalIdOf } from '../portals/portal-store.ts';
import type { ModelDefinition } from '../read-model/definition.ts';
import { rank } from '../read-model/rank.ts';
import { relatedTermsOf } from '../read-model/match.ts';
import { queryModels } from '../read-model/sandbox-models.ts';
import type { SqlValue } from '../read-model/sqlite.ts';
import { storyModel } from '../stories/story-index.ts';
import type { TextQuery } from '../words/text-query.ts';
import type { SearchType } from './search-hit.ts';
import { feedbackModel, textModel } from './search-models.ts';

type SearchContext = Pick<OperationContext, 'caller' | 'read' | 'setting' | 'now'>;

/** Where to search, and for what. */
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
  /** What was found in place of the query's words. */
  terms: string[];
}

/** The most portals whose items are searched. */
const PORTALS_MAX = 100;

/** Returns the best hits in the read models of teams and portals, best first. */
export async function findHits(context: SearchContext, wanted: Wanted): Promise<Found> {
  const { types, teamIds } = wanted;
  const found = await Promise.all([
    types.includes('story') ? search(context, wanted, storyModel, teamIds) : [],
    types.includes('comment') || types.includes('objective')
      ? search(context, wanted, textModel, teamIds)
      : [],
    types.includes('feedback_item') ? search(context, wanted, feedbackModel, await portalIds(context)) : [],
  ]);
  const all = found.flat();
  return {
    hits: all
      .flatMap(({ hits }) => hits)
      .sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1)),
    terms: [...new Set(all.flatMap(({ terms }) => terms))],
  };
}

async function portalIds({ read, caller }: SearchContext): Promise<string[]> {
  const partition = portalsOf(caller.workspaceId);
  const items = await read.query({ index: 'list', partition, limit: PORTALS_MAX });
  return items.map(portalIdOf);
}

const search = (
  context: SearchContext,
  { query, types, archived, limit }: Wanted,
  definition: ModelDefinition,
  ownerIds: readonly string[],
): Promise<Found[]> =>
  queryModels(definition, ownerIds, context, (model): Found => {
    const ofStories = definition === storyModel;
    const values: SqlValue[] = [JSON.stringify(ofStories ? archived.map(Number) : types)];
    const column = ofStories ? 'archived' : 'type';
    const condition = { sql: `document."${column}" IN (SELECT value FROM json_each(?))`, values };
    const ranked = rank(model, query, { condition, level: 'any', limit });
    const kindOf = ofStories
      ? undefined
      : model.statement('SELECT type, "storyId" FROM document WHERE id = ?');
    const hits = ranked.map(({ id, score }): Hit => {
      const row = kindOf?.get(id) ?? { type: 'story', storyId: null };
      return { id, score, type: row['type'] as SearchType, storyId: row['storyId'] as string | null };
    });
    return { hits, terms: hits.length === 0 ? [] : relatedTermsOf(model, query) };
  });
