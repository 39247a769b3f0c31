import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../kernel/api/operation/operation.ts';
import { readOnly } from '../kernel/api/operation/tool-declaration.ts';
import { inclusion, markedValues, oneOrMany } from '../kernel/core/query-parameters.ts';
import { text, uuid } from '../kernel/core/schema.ts';
import { withoutStopWords } from '../kernel/words/stop-words.ts';
import { listedTeams } from '../identity/team/team-access.ts';
import { searchHitSchema, searchTypes } from './search-hit.ts';

const LIMIT_DEFAULT = 20;
const TEXT_MAX_CHARACTERS = 500;

/** A text without words that nearly every text has; a phrase keeps them. */
const meaningful = (q: string): string => (q.includes('"') ? q : withoutStopWords(q));

/** Hits beyond the limit, for those that have gone out of sight, or whose title is what was searched for. */
const SPARE = 10;

export const search = operation({
  id: 'search',
  method: 'GET',
  path: `${WORKSPACE_PATH}/search`,
  tag: 'Search',
  summary: 'Search',
  description:
    'Returns stories, comments, objectives with their updates, and feedback items that contain words, best first. Finds other inflections, typing errors, parts of identifiers and words that are not finished; "quoted phrases" must occur as they are, -words must not. A story\'s reference finds that story first. Results are at most two seconds behind.',
  // Each type needs its own, and one of them is enough.
  scopes: [],
  errors: ['insufficient_scope', 'team_required', 'service_unavailable'],
  query: () => ({
    q: text({ max: TEXT_MAX_CHARACTERS }).meta({ description: 'What to search for.' }),
    type: oneOrMany(z.enum(searchTypes)).meta({
      description: 'What to search; by default all that the token may read.',
    }),
    teamId: uuid().optional().meta({ description: 'Only in this team, without feedback items.' }),
    archived: inclusion('archived'),
    limit: z
      .int({ error: 'must be a whole number from 1 to 100' })
      .min(1, { error: 'must be at least 1' })
      .max(100, { error: 'must be at most 100' })
      .optional()
      .meta({ description: 'The most items to return.', default: LIMIT_DEFAULT }),
  }),
  output: () => z.array(searchHitSchema()),
  tool: {
    name: 'search',
    title: 'Search',
    description: 'Finds items of these types by words, best first: {"q":"login"}.',
    annotations: readOnly,
  },
  handle: async ({ query: { q, type, teamId, archived, limit = LIMIT_DEFAULT }, ...call }) => {
    const { caller, read } = call;
    // Half of the function's code, which its other operations do without.
    const [{ parseTextQuery }, { findHits }, { showHits }, { searchedTypes, isOfTeams, exactFirst }] =
      await Promise.all([
        import('../kernel/words/text-query.ts'),
        import('./find-hits.ts'),
        import('./show-hits.ts'),
        import('./searched-types.ts'),
      ]);
    const types = searchedTypes(caller, type);
    const query = parseTextQuery(meaningful(q));
    const wanted = {
      query,
      types: teamId === undefined ? types : types.filter(isOfTeams),
      teamIds: listedTeams(caller, teamId),
      archived: markedValues(archived),
      limit: limit + SPARE,
    };
    const { hits, terms } = await findHits(call, wanted);
    const show = (from: number, to?: number) =>
      showHits(read, caller, hits.slice(from, to), { ...wanted, terms });
    // Seldom has a hit gone out of sight: reading all spare ones would be a third of what a search reads.
    const first = Math.max(limit, SPARE);
    const shown = await show(0, first);
    const rest = shown.length < limit ? await show(first, limit + SPARE) : [];
    return exactFirst(q, [...shown, ...rest]).slice(0, limit);
  },
});
