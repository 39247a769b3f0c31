import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../kernel/api/operation/operation.ts';
import { readOnly } from '../kernel/api/operation/tool-declaration.ts';
import { hasRole, type Caller } from '../kernel/core/caller.ts';
import { ApiError, insufficientRole } from '../kernel/core/errors.ts';
import { inclusion, markedValues, oneOrMany } from '../kernel/core/query-parameters.ts';
import { text, uuid } from '../kernel/core/schema.ts';
import type { Scope } from '../kernel/core/scopes.ts';
import { nounsWith } from '../nouns/nouns.ts';
import { listedTeams } from '../identity/teams/team-access.ts';
import { searchHitSchema, searchTypes, type SearchHit, type SearchType } from './search-hit.ts';

const byType = new Map(nounsWith('search').map((noun) => [noun.name, noun]));

const LIMIT_DEFAULT = 20;
const TEXT_MAX_CHARACTERS = 500;

/** Hits are read once more than are shown, since some may have gone out of sight. */
const SPARE = 10;

export const search = operation({
  id: 'search',
  method: 'GET',
  path: `${WORKSPACE_PATH}/search`,
  tag: 'Search',
  summary: 'Search',
  description:
    'Returns stories, comments, objectives and feedback items that contain words, best first. Finds other inflections, typing errors, parts of identifiers and words that are not finished; "quoted phrases" must occur as they are, -words must not. A story\'s reference finds that story first. Results are at most two seconds behind.',
  // Each type needs its own, and one of them is enough.
  scopes: [],
  errors: ['insufficient_scope', 'team_required', 'service_unavailable'],
  query: () => ({
    q: text({ max: TEXT_MAX_CHARACTERS }).meta({ description: 'What to search for.' }),
    type: oneOrMany(z.enum(searchTypes)).meta({
      description: 'What to search; by default all that the token has the scopes for.',
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
    description:
      'Finds stories, comments, objectives and feedback items by words, best first: {"q":"login"}.',
    annotations: readOnly,
  },
  handle: async ({ query: { q, type, teamId, archived, limit = LIMIT_DEFAULT }, ...call }) => {
    const { caller, read } = call;
    const types = searchedTypes(caller, type);
    // Half of the function's code, which its other operations do without.
    const [{ parseTextQuery }, { findHits }, { showHits }] = await Promise.all([
      import('../kernel/words/text-query.ts'),
      import('./find-hits.ts'),
      import('./show-hits.ts'),
    ]);
    const query = parseTextQuery(q);
    const wanted = {
      query,
      types: teamId === undefined ? types : types.filter((one) => byType.get(one)!.search.ownedBy === 'team'),
      teamIds: listedTeams(caller, teamId),
      archived: markedValues(archived),
      limit: limit + SPARE,
    };
    const { hits, terms } = await findHits(call, wanted);
    const shown = await showHits(read, caller, hits.slice(0, limit + SPARE), { ...wanted, terms });
    return exactFirst(q, shown).slice(0, limit);
  },
});

/** A title that is what was searched for comes first, however often its words occur elsewhere. */
function exactFirst(q: string, hits: readonly SearchHit[]): SearchHit[] {
  const wanted = q.trim().toLowerCase();
  const isExact = ({ type, title }: SearchHit) => type !== 'comment' && title.toLowerCase() === wanted;
  return [...hits.filter(isExact), ...hits.filter((hit) => !isExact(hit))];
}

const missingScopes = (caller: Caller, type: SearchType): Scope[] =>
  caller.kind === 'operator'
    ? []
    : byType.get(type)!.reader.scopes.filter((scope) => !caller.scopes.has(scope));

function isForRole(caller: Caller, type: SearchType): boolean {
  const { role } = byType.get(type)!.reader;
  return role === 'guest' || caller.kind === 'operator' || hasRole(caller, role);
}

/** The types that were asked for, or else all that the caller may read. Throws a 403 if one is not, or none. */
function searchedTypes(caller: Caller, asked: SearchType[] | undefined): SearchType[] {
  for (const type of asked ?? []) {
    const missing = missingScopes(caller, type);
    if (missing.length > 0) {
      throw new ApiError('insufficient_scope', `The token lacks the scope ${missing.join(' and ')}.`, {
        hint: `Use a token that has ${missing.join(' and ')}, or leave ${type} out of type.`,
        details: { missingScopes: missing },
      });
    }
    if (!isForRole(caller, type)) {
      const { plural, reader } = byType.get(type)!;
      throw insufficientRole(
        `${plural[0]!.toUpperCase()}${plural.slice(1)} are available only to members and admins.`,
        reader.role,
      );
    }
  }
  if (asked) return asked;
  const allowed = searchTypes.filter(
    (type) => missingScopes(caller, type).length === 0 && isForRole(caller, type),
  );
  if (allowed.length > 0) return allowed;
  throw new ApiError('insufficient_scope', 'The token can read nothing that is searched.', {
    hint: 'Use a token that has stories:read or objectives:read.',
    details: { missingScopes: [...new Set(searchTypes.flatMap((type) => missingScopes(caller, type)))] },
  });
}
