import type { Reader } from '../../kernel/core/database.ts';
import { findEntries, nounsWithHistory } from '../../events/history/history-store.ts';
import type { ResourceChanges } from './plan-revert.ts';

/** The most later changes of a resource that are looked at. */
const ENTRIES_MAX = 200;

/**
 * The fields of a resource that were changed after the change set had changed them last, also those that have its value
 * again. Only where something has changed since is the history read.
 */
export async function touchedSince(
  read: Reader,
  { resource, id, last, fields }: ResourceChanges,
  now: { updatedAt?: string },
): Promise<ReadonlySet<string>> {
  const noun = nounsWithHistory.find(({ name }) => name === resource);
  const isUntouched =
    now.updatedAt === last.data.updatedAt && fields.every(({ eventId }) => eventId === last.id);
  if (!noun || fields.length === 0 || isUntouched) return new Set();
  const entries = await findEntries(read, { name: noun.name, id }, { after: undefined, limit: ENTRIES_MAX });
  const touched = fields.filter(({ field, eventId }) =>
    entries.some((entry) => entry.id > eventId && entry.changes.some((change) => change.field === field)),
  );
  return new Set(touched.map(({ field }) => field));
}
