import { notFound } from '../../kernel/core/errors.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import type { StoredObjective } from './objective.ts';
import { canSeeObjective, getObjectiveWithTally, toObjective } from './objective-store.ts';

export type FoundObjective = Awaited<ReturnType<typeof getObjectiveWithTally>>;

/** Returns the objective if the caller can see it; otherwise throws a 404. */
export function visibleObjectiveOrThrow(caller: Caller, found: FoundObjective) {
  const objective = found && toObjective(found.item);
  if (!found || !objective || !canSeeObjective(caller, objective)) throw notFound('objective');
  return { ...found, objective };
}

/** The same of an objective without its tally. */
export function readableObjectiveOrThrow(caller: Caller, item: Item | undefined): StoredObjective {
  const objective = item && toObjective(item);
  if (!objective || !canSeeObjective(caller, objective)) throw notFound('objective');
  return objective;
}
