import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import type { FoundResource } from '../../kernel/noun/define-noun.ts';
import { originOf } from '../../kernel/core/origin.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import { canSeeObjective, toObjective } from './objective-store.ts';

/** An objective as a search hit; undefined if the caller cannot see it. */
export function foundObjective(item: Item, { caller }: { caller: Caller }): FoundResource | undefined {
  const objective = toObjective(item);
  if (!canSeeObjective(caller, objective)) return undefined;
  const { name: title, shortSummary, description, teamId, updatedAt } = objective;
  const text = [shortSummary, description].filter((part) => part !== null).join('\n');
  const origin = originOf(writerOf(item));
  return {
    reference: null,
    title,
    text,
    teamId,
    storyId: null,
    objectiveId: null,
    portalId: null,
    updatedAt,
    origin,
  };
}
