import { hasRole, type Caller } from '../kernel/core/caller.ts';
import { nameKey } from '../kernel/core/name-key.ts';
import { ApiError, insufficientRole } from '../kernel/core/errors.ts';
import type { Scope } from '../kernel/core/scopes.ts';
import { nounsWith } from '../nouns/nouns.ts';
import { searchTypes, type SearchHit, type SearchType } from './search-hit.ts';

const byType = new Map(nounsWith('search').map((noun) => [noun.name, noun]));

/** Whether resources of a type belong to teams, not to portals. */
export const isOfTeams = (type: SearchType): boolean => byType.get(type)!.search.ownedBy === 'team';

const missingScopes = (caller: Caller, type: SearchType): Scope[] =>
  caller.kind === 'operator'
    ? []
    : byType.get(type)!.reader.scopes.filter((scope) => !caller.scopes.has(scope));

function isForRole(caller: Caller, type: SearchType): boolean {
  const { role } = byType.get(type)!.reader;
  return role === 'guest' || caller.kind === 'operator' || hasRole(caller, role);
}

/** The types that were asked for, or else all that the caller may read. Throws a 403 if one is not, or none. */
export function searchedTypes(caller: Caller, asked: SearchType[] | undefined): SearchType[] {
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

/** A title that is what was searched for comes first, however often its words occur elsewhere. */
export function exactFirst(q: string, hits: readonly SearchHit[]): SearchHit[] {
  const wanted = nameKey(q);
  const isExact = ({ type, title }: SearchHit) =>
    !['comment', 'objective_update'].includes(type) && nameKey(title) === wanted;
  return [...hits.filter(isExact), ...hits.filter((hit) => !isExact(hit))];
}
