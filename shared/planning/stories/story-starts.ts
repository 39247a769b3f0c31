import type { Item } from '../../kernel/core/database.ts';
import { startedAtOf } from './story-store.ts';

/** The changes of a story's start that its item records, oldest first: the version that each made, and the start before it. */
type Starts = readonly (readonly [version: string, before: string | null])[];

/** When work on a story had started before a version of it, as far as that is recorded. */
export function startedAtBefore(item: Item, version: string): string | undefined {
  const { starts = [] } = item as Item & { starts?: Starts };
  const change = starts.find(([made]) => made >= version);
  return change ? (change[1] ?? undefined) : startedAtOf(item);
}
