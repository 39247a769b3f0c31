import type { ItemChange } from '../kernel/db/stream-record.ts';
import { requestOf } from '../kernel/db/signature.ts';
import { HoldsUpOthers, isUnavailable } from '../kernel/db/unavailable.ts';
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

/** A change that a projection could not process without holding up others: its owner is written again and again, or large. */
export interface ContendedChange {
  projection: string;
  change: ItemChange;
}

interface Projected {
  /** The first change that must be delivered again; undefined if all were processed or are in `unprocessed`. */
  retryFrom: ItemChange | undefined;
  /** Why it stopped at `retryFrom`; undefined if it did not. */
  stoppedBy: 'unavailable' | 'contended' | undefined;
  unprocessed: Unprocessed[];
  /** The changes that are to be processed elsewhere; none unless `handsOver`. */
  contended: ContendedChange[];
}

/** How changes are processed that would hold up others. */
interface ProjectOptions {
  /** Whether they are returned in `contended`, instead of being delivered again with all that follow them. */
  handsOver?: boolean;
}

/**
 * Passes table changes to the projections that follow them, in order and in small batches: each projection gets one
 * batch after the other, in parallel with the other projections. While the database
 * is unavailable, it stops and the stream delivers again from there. A change that one projection cannot
 * process blocks neither other changes nor other projections: it is returned in `unprocessed`. Nor do changes whose
 * owner others keep writing or that take long: if `handsOver`, those of the batch are returned in `contended`.
 */
export async function project(
  projections: readonly Projection[],
  context: ProjectionContext,
  changes: readonly ItemChange[],
  { handsOver = false }: ProjectOptions = {},
): Promise<Projected> {
  const unprocessed: Unprocessed[] = [];
  const contended: ContendedChange[] = [];
  for (let start = 0; start < changes.length; start += CHANGES_AT_ONCE) {
    const chunk = changes.slice(start, start + CHANGES_AT_ONCE);
    const results = await Promise.all(
      projections.map(async (projection) => {
        const concerned = chunk.filter((change) => concerns(projection, change));
        return { projection, concerned, failed: await handleChunk(projection, context, concerned) };
      }),
    );
    for (const { projection, concerned, failed } of results) {
      if (typeof failed === 'object') unprocessed.push(...failed);
      if (failed === 'contended' && handsOver)
        contended.push(...concerned.map((change) => ({ projection: projection.name, change })));
    }
    const failures = results.map(({ failed }) => failed);
    const stoppedBy = failures.includes('unavailable')
      ? 'unavailable'
      : !handsOver && failures.includes('contended')
        ? 'contended'
        : undefined;
    if (stoppedBy) return { retryFrom: chunk[0], stoppedBy, unprocessed, contended };
  }
  return { retryFrom: undefined, stoppedBy: undefined, unprocessed, contended };
}

/** If a batch fails, each change is processed separately to isolate the failing one. */
async function handleChunk(
  projection: Projection,
  context: ProjectionContext,
  changes: readonly ItemChange[],
): Promise<Unprocessed[] | 'unavailable' | 'contended'> {
  const unprocessed: Unprocessed[] = [];
  if (changes.length === 0) return unprocessed;
  const failure = await failureOf(projection, context, changes);
  if (failure === undefined) return unprocessed;
  if (failure.error instanceof HoldsUpOthers) return 'contended';
  if (isUnavailable(failure.error)) return 'unavailable';
  for (const change of changes) {
    const alone = await failureOf(projection, context, [change]);
    if (alone === undefined) continue;
    if (alone.error instanceof HoldsUpOthers) return 'contended';
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
