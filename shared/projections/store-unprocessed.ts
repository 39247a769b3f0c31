import { postObject } from '../kernel/aws/post-object.ts';
import { requiredEnv } from '../kernel/core/env.ts';
import { errorFields, logger } from '../kernel/core/logger.ts';
import { requestOf } from '../kernel/db/signature.ts';
import { UNPROCESSED_MESSAGE, UNPROCESSED_PREFIX, type UnprocessedRecord } from './unprocessed-record.ts';
import type { Unprocessed } from './project.ts';

/**
 * Stores unprocessable records, each as the stream delivered it, in the bucket BUCKET_NAME; a repeated record
 * overwrites its object. Throws if one could not be stored, in which case the stream delivers all of them
 * again.
 */
export async function storeUnprocessed(
  unprocessed: readonly (Unprocessed & { record: unknown })[],
): Promise<void> {
  for (const { projection, change, error, record } of unprocessed) {
    const day = change.at.toISOString().slice(0, 10);
    const key = `${UNPROCESSED_PREFIX}${projection}/${day}/${change.sequenceNumber}`;
    const stored: UnprocessedRecord = {
      projection,
      error: errorFields(error)['error'],
      payload: JSON.stringify({ Records: [record] }),
    };
    const object = { bucket: requiredEnv('BUCKET_NAME'), key, contentType: 'application/json' };
    await postObject(object, JSON.stringify(stored));
    logger.error(UNPROCESSED_MESSAGE, { projection, key, requestId: requestOf(change) });
  }
}
