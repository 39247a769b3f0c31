import pLimit from 'p-limit';
import type { SetEvent } from '../../events/change-sets/change-set.ts';
import { actOf } from '../../events/change-sets/set-acts.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { inverses } from './inverses.ts';
import type { RevertOutcome } from './revert-outcome.ts';
import { readSource, type RevertSource } from './revert-source.ts';
import { nameOf } from './revert-steps.ts';

/** Resources that are read at once. */
const AT_ONCE = 8;

/** What the caller can see now of the outcome of a reversal, which was made with the rights of then. */
export async function visibleOutcome(
  context: OperationContext,
  source: RevertSource,
  outcome: RevertOutcome,
): Promise<RevertOutcome> {
  const events = await orNone(readSource(context, source));
  const last = new Map(events.map((event) => [nameOf({ ...actOf(event), id: event.data.id }), event]));
  const seen = <T extends { resource: string; id: string }>(all: readonly T[]) =>
    all.filter((one) => last.has(nameOf(one)));
  const atOnce = pLimit(AT_ONCE);
  // The value of a conflict is of the resource as it was found, which can be in another team than its changes.
  const conflicts = await Promise.all(
    seen(outcome.conflicts).map((one) =>
      atOnce(async () => ((await isReadable(context, last.get(nameOf(one))!)) ? [one] : [])),
    ),
  );
  return {
    ...outcome,
    reverted: seen(outcome.reverted),
    conflicts: conflicts.flat(),
    irreversible: seen(outcome.irreversible),
  };
}

/** The events, none of a source that the caller can no longer see. */
async function orNone(events: Promise<SetEvent[]>): Promise<SetEvent[]> {
  try {
    return await events;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return [];
    throw error;
  }
}

/** Whether the caller can read the resource of an event now, or its kind has no read of its own. */
async function isReadable({ run, newId }: OperationContext, event: SetEvent): Promise<boolean> {
  const inverse = inverses.get(actOf(event).resource);
  if (!inverse?.get) return true;
  try {
    await run(inverse.get, { path: inverse.path(event.data) }, newId());
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}
