import { invalidReference, writeConflict } from '../../kernel/core/errors.ts';
import { entityKey, inIndex, partitionIn } from '../../kernel/db/table.ts';
import { storyIdOf, storyIndexes } from '../story/story-store.ts';
import type { Item, Reader, Check } from '../../kernel/core/database.ts';

/** Maximum depth of parents; each level costs a read when a story gets a new parent. */
export const PARENT_DEPTH_MAX = 50;

/**
 * Returns the checks to include when setting a story's parent, so that concurrent changes cannot create a
 * cycle: each ancestor must still have the parent it was read with. Throws a 400 if the new parent is the
 * story itself or one of its descendants.
 */
export async function acyclicParentChecks(read: Reader, storyId: string, parent: Item): Promise<Check[]> {
  const checks: Check[] = [];
  let above: Item | undefined = parent;
  while (above) {
    if (storyIdOf(above) === storyId) throw badParent('would make the story its own ancestor');
    if (checks.length === PARENT_DEPTH_MAX) throw badParent(`has more than ${PARENT_DEPTH_MAX} ancestors`);
    const { pk, sk } = above;
    const next = partitionIn(storyIndexes.parent, above);
    checks.push({
      check: { pk, sk },
      if: { equals: inIndex(storyIndexes.parent, next) },
      onConditionFailed: writeConflict,
    });
    above = next === undefined ? undefined : await read.get(entityKey(next));
  }
  return checks;
}

const badParent = (message: string) => invalidReference([{ path: 'parentId', message }]);
