import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import { hasRole, type Caller } from '../core/caller.ts';
import { ApiError, insufficientRole } from '../core/errors.ts';
import { inclusion, markedValues, several } from '../core/query-parameters.ts';
import { text, uuid } from '../core/schema.ts';
import type { Scope } from '../core/scopes.ts';
import { listedTeams } from '../teams/team-access.ts';
import { searchHitSchema, searchTypes, type SearchType } from './search-hit.ts';

/** The scope that each type needs besides that of the search. */
const scopeOf: Record<SearchType, Scope> = {
  story: 'stories:read',
  comment: 'comments:read',
  objective: 'objectives:read',
  feedback_item: 'feedback:read',
};

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
  scopes: ['stories:read'],
  errors: ['team_required', 'service_unavailable'],
  query: () => ({
    q: text({ max: TEXT_MAX_CHARACTERS }).meta({ description: 'What to search for.' }),
    type: several(z.enum(searchTypes)).meta({
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
    description: 'Finds stories, comments, objectives and feedback items by words, best first.',
    annotations: readOnly,
  },
  handle: async ({ query: { q, type, teamId, archived, limit = LIMIT_DEFAULT }, ...call }) => {
    const { caller, read } = call;
    const types = type ?? searchTypes.filter((one) => isAllowed(caller, one));
    for (const one of types) assertAllowed(caller, one);
    // Half of the function's code, which its other operations do without.
    const [{ parseTextQuery }, { findHits }, { showHits }] = await Promise.all([
      import('../words/text-query.ts'),
      import('./find-hits.ts'),
      import('./show-hits.ts'),
    ]);
    const query = parseTextQuery(q);
    const wanted = {
      query,
      types: teamId === undefined ? types : types.filter((one) => one !== 'feedback_item'),
      teamIds: listedTeams(caller, teamId),
      archived: markedValues(archived),
      limit: limit + SPARE,
    };
    const { hits, terms } = await findHits(call, wanted);
    const shown = await showHits(read, caller, hits.slice(0, limit + SPARE), { ...wanted, terms });
    return shown.slice(0, limit);
  },
});

const isAllowed = (caller: Caller, type: SearchType): boolean =>
  caller.kind === 'operator' ||
  (caller.scopes.has(scopeOf[type]) && (type !== 'feedback_item' || hasRole(caller, 'member')));

/** Throws a 403 for a type that was asked for by name and that the caller may not read. */
function assertAllowed(caller: Caller, type: SearchType): void {
  if (isAllowed(caller, type)) return;
  const scope = scopeOf[type];
  if (caller.scopes.has(scope)) {
    throw insufficientRole('Feedback items are available only to members and admins.', 'member');
  }
  throw new ApiError('insufficient_scope', `The token lacks the scope ${scope}.`, {
    hint: `Use a token that has ${scope}, or leave ${type} out of type.`,
    details: { missingScopes: [scope] },
  });
}
