import type { Caller } from '../../kernel/core/caller.ts';
import { eventTime } from '../../kernel/log/event.ts';
import {
  canSeeObjective,
  type EarlierReaders,
  type ObjectiveReference,
} from '../../planning/objective/objective-store.ts';
import type { EntryReaders, PastReaders, RetainedChange, StoredEntry } from './history-entry.ts';

/**
 * Returns a function that decides what a caller sees of an entry of an objective's history: all of it, only that the
 * objective became visible or hidden, or nothing. The caller's rights at that time apply.
 */
export function visibilityOfEntries(
  caller: Caller,
  objective: ObjectiveReference,
  earlier: readonly EarlierReaders[],
): (entry: StoredEntry) => StoredEntry[] {
  const sees = (readers: PastReaders) => canSeeObjective(caller, { ...objective, ...readers });
  return (entry) => {
    const { before, after } = entry.readers ?? readersFrom(earlier, objective, entry);
    const saw = before === undefined ? sees(after) : sees(before);
    if (saw && sees(after)) return [entry];
    return saw || sees(after) ? [{ ...entry, changes: entry.changes.flatMap(visibility) }] : [];
  };
}

/** The visibility of the objective in a change; the former lead is not included. */
const visibility = (change: RetainedChange): RetainedChange[] => {
  if (change.field === 'private') return [change];
  return change.field === 'leadUserId' ? [{ field: change.field }] : [];
};

/** The readers around an entry that was written before entries recorded them. */
function readersFrom(
  earlier: readonly EarlierReaders[],
  current: PastReaders,
  { id, action }: StoredEntry,
): EntryReaders {
  const at = eventTime(id);
  const after = earlier.find(({ until }) => Date.parse(until) > at) ?? current;
  if (action === 'created') return { after };
  return { before: earlier.find(({ until }) => Date.parse(until) >= at) ?? current, after };
}
