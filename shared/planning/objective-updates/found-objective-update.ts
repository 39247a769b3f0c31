import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import type { FoundResource } from '../../kernel/noun/define-noun.ts';
import { foundObjective } from '../objective/found-objective.ts';
import { originOf } from '../../kernel/core/origin.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import { toObjectiveUpdate } from './objective-update-store.ts';

/** An update as a search hit, with its objective's name; undefined if the caller cannot see the objective. */
export function foundObjectiveUpdate(
  item: Item,
  search: { caller: Caller; parent: Item | undefined },
): FoundResource | undefined {
  const objective = search.parent && foundObjective(search.parent, search);
  const { body: text, objectiveId, updatedAt } = toObjectiveUpdate(item);
  return objective && { ...objective, objectiveId, text, updatedAt, origin: originOf(writerOf(item)) };
}
