import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBRecord } from 'aws-lambda';
import { requiredEnv } from '../lib/env.ts';
import { errorFields, logger } from '../lib/logger.ts';
import { KEPT_MESSAGE, UNHANDLED_PREFIX, type KeptRecord } from './kept-record.ts';
import type { Unhandled } from './project.ts';

/**
 * Puts records that could not be handled into the bucket in BUCKET_NAME. A record that comes again replaces its
 * object. Throws when one could not be kept: the stream then delivers all of them again.
 */
export async function keepUnhandled(
  unhandled: readonly (Unhandled & { record: DynamoDBRecord })[],
): Promise<void> {
  const s3 = new S3Client({ forcePathStyle: true });
  for (const { projection, change, error, record } of unhandled) {
    const day = change.at.toISOString().slice(0, 10);
    const key = `${UNHANDLED_PREFIX}${projection}/${day}/${change.sequenceNumber}`;
    const kept: KeptRecord = {
      projection,
      error: errorFields(error)['error'],
      payload: JSON.stringify({ Records: [record] }),
    };
    await s3.send(
      new PutObjectCommand({ Bucket: requiredEnv('BUCKET_NAME'), Key: key, Body: JSON.stringify(kept) }),
    );
    logger.error(KEPT_MESSAGE, { projection, key });
  }
}
