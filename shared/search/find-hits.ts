import type { OperationContext } from '../core/call.ts';
import { portalsOf, portalIdOf } from '../portals/portal-store.ts';
import type { ModelDefinition } from '../read-model/definition.ts';
import { rank, type Condition } from '../read-model/rank.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { relatedTermsOf } from '../read-model/match.ts';
import { queryModels } from '../read-model/sandbox-models.ts';
import { storyModel } from '../stories/story-index.ts';
import type { TextQuery } from '../words/text-query.ts';
import type { SearchType } from './search-hit.ts';
import {
  commentModel,
  feedbackModel,
  hiddenFeedbackModel,
  objectiveModel,
  privateObjectives,
} from './search-models.ts';

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

/**
 * Returns the best hits in the read models of teams and portals, best first. A model contains only what all who search
 * it may see, since its words, counts and scores tell about all of it.
 */
export async function findHits(context: SearchContext, wanted: Wanted): Promise<Found> {
  const { types, teamIds } = wanted;
  const found = await Promise.all([
    types.includes('story') ? searchStories(context, wanted) : [],
    types.includes('comment') ? search(context, wanted, 'comment', commentModel, teamIds) : [],
    types.includes('objective') ? searchObjectives(context, wanted) : [],
    types.includes('feedback_item') ? searchFeedback(context, wanted) : [],
  ]);
  const all = found.flat();
  const hits = all
    .flatMap((one) => one.hits)
    .sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
  return { hits: uniqueHits(hits), terms: [...new Set(all.flatMap(({ terms }) => terms))] };
}

/** What becomes visible or hidden between two reads can be found in both places. */
const uniqueHits = (hits: readonly Hit[]): Hit[] => {
  const seen = new Set<string>();
  return hits.filter(({ id }) => !seen.has(id) && seen.add(id));
};

async function portalIds({ read, caller }: SearchContext): Promise<string[]> {
  const partition = portalsOf(caller.workspaceId);
  const items = await read.query({ index: 'list', partition, limit: PORTALS_MAX });
  return items.map(portalIdOf);
}

const search = (
  context: SearchContext,
  wanted: Wanted,
  type: SearchType,
  definition: ModelDefinition,
  ownerIds: readonly string[],
): Promise<Found[]> => queryModels(definition, ownerIds, context, (model) => hitsIn(model, wanted, type));

async function searchFeedback(context: SearchContext, wanted: Wanted): Promise<Found[]> {
  const portals = await portalIds(context);
  const found = await Promise.all(
    [feedbackModel, hiddenFeedbackModel].map((model) =>
      search(context, wanted, 'feedback_item', model, portals),
    ),
  );
  return found.flat();
}

function searchStories(context: SearchContext, wanted: Wanted): Promise<Found[]> {
  const values = [JSON.stringify(wanted.archived.map(Number))];
  const condition = { sql: 'document.archived IN (SELECT value FROM json_each(?))', values };
  return queryModels(storyModel, wanted.teamIds, context, (model) =>
    hitsIn(model, wanted, 'story', condition),
  );
}

/** Private objectives are added for this query only, those that the caller may see. */
async function searchObjectives(context: SearchContext, wanted: Wanted): Promise<Found[]> {
  const { read, caller } = context;
  const own = new Map(
    await Promise.all(
      wanted.teamIds.map(async (id) => [id, await privateObjectives(read, caller, id)] as const),
    ),
  );
  return await queryModels(objectiveModel, wanted.teamIds, context, (model, teamId) =>
    model.withDocuments(own.get(teamId)!, () => hitsIn(model, wanted, 'objective')),
  );
}

function hitsIn(model: ReadModel, { query, limit }: Wanted, type: SearchType, condition?: Condition): Found {
  const ranked = rank(model, query, { ...(condition && { condition }), level: 'any', limit });
  const storyIdOf =
    type === 'comment' ? model.statement('SELECT "storyId" FROM document WHERE id = ?') : undefined;
  const hits = ranked.map(({ id, score }): Hit => {
    const storyId = (storyIdOf?.get(id)?.['storyId'] ?? null) as string | null;
    return { type, id, score, storyId };
  });
  return { hits, terms: hits.length === 0 ? [] : relatedTermsOf(model, query) };
}
