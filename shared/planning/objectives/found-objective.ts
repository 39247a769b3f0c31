import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import type { FoundResource } from '../../kernel/noun/define-noun.ts';
import { canSeeObjective, toObjective } from './objective-store.ts';

/** An objective as a search hit; undefined if the caller cannot see it. */
export function foundObjective(item: Item, { caller }: { caller: Caller }): FoundResource | undefined {
  const objective = toObjective(item);
  if (!canSeeObjective(caller, objective)) return undefined;
  const { name: title, shortSummary, description, teamId, updatedAt } = objective;
  const text = [shortSummary, description].filter((part) => part !== null).join('\n');
  return { reference: null, title, text, teamId, storyId: null, portalId: null, updatedAt };
}
