import type { RevertContext, TakenBack } from './take-over.ts';
import type { RevertOutcome } from './revert-outcome.ts';

/** Notes what an outcome says was taken back. */
export function noteTakenBack(takenBack: TakenBack, { reverted }: Pick<RevertOutcome, 'reverted'>): void {
  for (const { id, fields } of reverted) takenBack.set(id, fields);
}

/**
 * Whether the same reversal deletes a resource, or gives one of its fields the former value: in a dry run both are there
 * as before, and afterwards indexes may still have them.
 */
export function isTakenBack(
  { created, takenBack }: Pick<RevertContext, 'created' | 'takenBack'>,
  id: string,
  field?: string,
): boolean {
  const fields = takenBack.get(id);
  if (!fields) return false;
  return (fields.length === 0 && created.has(id)) || (field !== undefined && fields.includes(field));
}
