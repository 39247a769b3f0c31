import { isDeepStrictEqual } from 'node:util';
import { findEntries, nounsWithHistory } from '../../events/history/history-store.ts';
import type { StoredEntry } from '../../events/history/history-entry.ts';
import type { ResourceChanges } from './plan-revert.ts';
import { findReversals } from './reversal-store.ts';
import type { RevertContext } from './take-over.ts';

/** The most later changes of a resource that are looked at. */
const ENTRIES_MAX = 200;

/**
 * The fields of a resource that were changed after the change set had changed them last, also those that have its value
 * again, unless a reversal gave it back. Only where something has changed since is the history read.
 */
export async function touchedSince(
  { read, caller: { workspaceId } }: Pick<RevertContext, 'read' | 'caller'>,
  { resource, id, last, fields }: ResourceChanges,
  now: { updatedAt?: string },
): Promise<ReadonlySet<string>> {
  const noun = nounsWithHistory.find(({ name }) => name === resource);
  const isUntouched =
    now.updatedAt === last.data.updatedAt && fields.every(({ eventId }) => eventId === last.id);
  if (!noun || fields.length === 0 || isUntouched) return new Set();
  const entries = await findEntries(read, { name: noun.name, id }, { after: undefined, limit: ENTRIES_MAX });
  const later = entries.filter((entry) => fields.some(({ eventId }) => entry.id > eventId)).reverse();
  const reversals = await findReversals(
    read,
    workspaceId,
    later.flatMap(({ changeSetId }) => changeSetId ?? []),
  );
  const touched = fields.filter(({ field, eventId }) => {
    const since = later.filter((entry) => entry.id > eventId);
    return isTouched(field, since, reversals);
  });
  return new Set(touched.map(({ field }) => field));
}

/** Whether a field was changed by entries, oldest first; what a reversal among them has taken back is no change. */
function isTouched(field: string, entries: readonly StoredEntry[], reversals: ReadonlySet<string>): boolean {
  const former: unknown[] = [];
  for (const { changes, changeSetId } of entries) {
    const change = changes.find((one) => one.field === field);
    if (!change) continue;
    const isReversal = changeSetId !== undefined && reversals.has(changeSetId);
    const at = isReversal ? former.findLastIndex((value) => isDeepStrictEqual(value, change.to)) : -1;
    if (at < 0) former.push(change.from);
    else former.length = at;
  }
  return former.length > 0;
}
