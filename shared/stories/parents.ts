import { invalidReference, writeConflict } from '../core/errors.ts';
import { getStoryItem, parentKeyOf, parentUnchanged, storyIdOf } from './story-store.ts';
import type { Item, Reader, Change } from '../core/database.ts';

/** The most stories above one another; each costs a read when a story gets a new parent. */
export const MAX_PARENT_DEPTH = 50;

/**
 * The checks that must go with giving a story a parent, so that no circle arises even when two such changes
 * cross: that each story above still has the parent it was read with. Throws a 400 where the parent is the
 * story itself or stands below it.
 */
export async function acyclicParentChecks(read: Reader, storyId: string, parent: Item): Promise<Change[]> {
  const checks: Change[] = [];
  let above: Item | undefined = parent;
  while (above) {
    if (storyIdOf(above) === storyId) throw badParent('would make the story its own ancestor');
    if (checks.length === MAX_PARENT_DEPTH)
      throw badParent(`stands below more than ${MAX_PARENT_DEPTH} others`);
    checks.push(parentUnchanged(above, writeConflict));
    const key = parentKeyOf(above);
    above = key && (await getStoryItem(read, storyIdOf(key)));
  }
  return checks;
}

const badParent = (message: string) => invalidReference([{ path: 'parentId', message }]);
