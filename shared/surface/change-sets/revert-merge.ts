import { mergeFeedbackItem } from '../../feedback/items/merge-feedback-item.ts';
import { unmergeFeedbackItem } from '../../feedback/items/unmerge-feedback-item.ts';
import type { FieldChange } from '../../kernel/log/event.ts';
import type { ResourceChanges } from './plan-revert.ts';
import type { RevertOutcome } from './revert-outcome.ts';
import { carryOut, type Resource, type RevertContext } from './take-over.ts';

/** The change of what a feedback item is merged into, if there is one. */
const mergeIn = (fields: readonly FieldChange[]): FieldChange | undefined =>
  fields.find(({ field }) => field === 'mergedIntoId');

/** The fields without those that merging sets besides. */
export const besidesMerge = <Change extends FieldChange>(fields: readonly Change[]): readonly Change[] =>
  mergeIn(fields) ? fields.filter(({ field }) => field !== 'hidden') : fields;

/**
 * Separates a feedback item that a change set merged, or merges one that it separated; what was changed since is kept and
 * reported. Returns the item as it is then; undefined if there was nothing to do.
 */
export async function revertMerge(
  context: RevertContext,
  { resource, id, fields }: ResourceChanges,
  { now, path }: { now: Resource; path: Record<string, string> },
  { conflicts }: RevertOutcome,
): Promise<Resource | undefined> {
  const change = mergeIn(fields);
  const merged = now['mergedIntoId'] ?? null;
  if (!change || merged === change.from) return undefined;
  if (merged !== change.to) {
    conflicts.push({ resource, id, field: 'mergedIntoId', now: merged });
    return undefined;
  }
  const into = change.from === null ? {} : { body: { intoItemId: change.from } };
  const operation = change.from === null ? unmergeFeedbackItem : mergeFeedbackItem;
  return ((await carryOut(context, operation, { path, ...into })) ?? now) as Resource;
}
