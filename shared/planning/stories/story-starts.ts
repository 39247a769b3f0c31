import type { Item } from '../../kernel/core/database.ts';
import { startedAtOf } from '../story/story-store.ts';

/** The starts that a story no longer has, oldest first: the version that changed each, and the start before it. */
type Starts = readonly (readonly [version: string, before: string])[];

/**
 * When work on a story had started before a version of it, as far as that is recorded. A first start is the time of the
 * version that made it, and needs no record.
 */
export function startedAtBefore(item: Item, version: string): string | undefined {
  const { starts = [] } = item as Item & { starts?: Starts };
  const start = starts.find(([made]) => made >= version)?.[1] ?? startedAtOf(item);
  return start !== undefined && start >= version ? undefined : start;
}
