import type { ItemChange } from '../kernel/db/stream-record.ts';
import { requestOf } from '../kernel/db/signature.ts';
import { isUnavailable } from '../kernel/db/unavailable.ts';
import { errorFields, logger } from '../kernel/core/logger.ts';
import {
  CHANGES_AT_ONCE,
  concerns,
  type Projection,
  type ProjectionContext,
} from '../kernel/log/projection.ts';

/** A change that a projection could not process for a permanent reason. */
export interface Unprocessed {
  projection: string;
  change: ItemChange;
  error: unknown;
}

interface Projected {
  /** The first change that must be delivered again; undefined if all were processed or are in `unprocessed`. */
  retryFrom: ItemChange | undefined;
  unprocessed: Unprocessed[];
}

/**
 * Passes table changes to the projections that follow them, in order and in small batches: each projection gets one
 * batch after the other, in parallel with the other projections. While the database
 * is unavailable, it stops and the stream delivers again from there. A change that one projection cannot
 * process blocks neither other changes nor other projections: it is returned in `unprocessed`.
 */
export async function project(
  projections: readonly Projection[],
  context: ProjectionContext,
  changes: readonly ItemChange[],
): Promise<Projected> {
  const unprocessed: Unprocessed[] = [];
  for (let start = 0; start < changes.length; start += CHANGES_AT_ONCE) {
    const chunk = changes.slice(start, start + CHANGES_AT_ONCE);
    const results = await Promise.all(
      projections.map((projection) => {
        const concerned = chunk.filter((change) => concerns(projection, change));
        return handleChunk(projection, context, concerned);
      }),
    );
    unprocessed.push(...results.flatMap((failed) => (failed === 'unavailable' ? [] : failed)));
    if (results.includes('unavailable')) return { retryFrom: chunk[0], unprocessed };
  }
  return { retryFrom: undefined, unprocessed };
}

/** If a batch fails, each change is processed separately to isolate the failing one. */
async function handleChunk(
  projection: Projection,
  context: ProjectionContext,
  changes: readonly ItemChange[],
): Promise<Unprocessed[] | 'unavailable'> {
  const unprocessed: Unprocessed[] = [];
  if (changes.length === 0) return unprocessed;
  const failure = await failureOf(projection, context, changes);
  if (failure === undefined) return unprocessed;
  if (isUnavailable(failure.error)) return 'unavailable';
  for (const change of changes) {
    const alone = await failureOf(projection, context, [change]);
    if (alone === undefined) continue;
    if (isUnavailable(alone.error)) return 'unavailable';
    unprocessed.push({ projection: projection.name, change, error: alone.error });
  }
  return unprocessed;
}

async function failureOf(
  projection: Projection,
  context: ProjectionContext,
  changes: readonly ItemChange[],
): Promise<{ error: unknown } | undefined> {
  try {
    await projection.handle(context, changes);
    return undefined;
  } catch (error) {
    logger.error('stream records failed', {
      projection: projection.name,
      sequenceNumber: changes[0]!.sequenceNumber,
      requestIds: [...new Set(changes.flatMap((change) => requestOf(change) ?? []))],
      records: changes.length,
      ...errorFields(error),
    });
    return { error };
  }
}
