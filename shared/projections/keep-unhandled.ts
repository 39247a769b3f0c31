import { putObject } from '../core/bucket.ts';
import { requiredEnv } from '../core/env.ts';
import { errorFields, logger } from '../core/logger.ts';
import { KEPT_MESSAGE, UNHANDLED_PREFIX, type KeptRecord } from './kept-record.ts';
import type { Unhandled } from './project.ts';

/**
 * Stores unprocessable records, each as the stream delivered it, in the bucket BUCKET_NAME; a repeated record
 * overwrites its object. Throws if one could not be stored, in which case the stream delivers all of them
 * again.
 */
export async function keepUnhandled(unhandled: readonly (Unhandled & { record: unknown })[]): Promise<void> {
  for (const { projection, change, error, record } of unhandled) {
    const day = change.at.toISOString().slice(0, 10);
    const key = `${UNHANDLED_PREFIX}${projection}/${day}/${change.sequenceNumber}`;
    const kept: KeptRecord = {
      projection,
      error: errorFields(error)['error'],
      payload: JSON.stringify({ Records: [record] }),
    };
    await putObject(requiredEnv('BUCKET_NAME'), key, JSON.stringify(kept));
    logger.error(KEPT_MESSAGE, { projection, key });
  }
}
