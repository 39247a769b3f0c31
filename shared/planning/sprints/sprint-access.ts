import { notFound } from '../../kernel/core/errors.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { sprintTeamOf } from './sprint-store.ts';
import type { Item } from '../../kernel/core/database.ts';

/**
 * Returns the sprint if the caller is a member of its team and the credential can access it; otherwise throws
 * a 404.
 */
export function visibleSprintOrThrow(caller: Caller, item: Item | undefined): Item {
  if (!item || !caller.teamIds.has(sprintTeamOf(item))) throw notFound('sprint');
  return item;
}
