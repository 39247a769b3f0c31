import {
  ATTACHMENT_PREFIX,
  EXPORT_PREFIX,
  IMAGE_PREFIX,
  UPLOAD_PREFIX,
} from '../../shared/kernel/core/file-bucket.ts';
import { findRunning, homeFolder, useLocalEndpoints } from '../core/local-service.ts';
import { recordBucket } from '../core/record-bucket.ts';
import { findStackOutputs } from '../core/stack-table.ts';
import type { TargetOptions } from '../core/target.ts';
import { UNPROCESSED_PREFIX } from '../../shared/projections/unprocessed-record.ts';
import { SNAPSHOT_PREFIX } from '../../shared/kernel/read-model/snapshots.ts';
import { belongsToWorkspace } from './belonging.ts';
import type { IdSet } from './id-set.ts';

/**
 * The buckets in which a deployment stores unprocessed stream records, snapshots of read models and files; none for a
 * bare table.
 */
export async function bucketsOf({ stack, table }: TargetOptions): Promise<string[]> {
  if (table !== undefined) return [];
  if (stack === undefined) {
    const { buckets } = findRunning(homeFolder()) ?? {};
    if (buckets) useLocalEndpoints({ S3: buckets.endpoint });
    return Object.values(buckets?.names ?? {});
  }
  const environment = stack.replace(/-data$/, '');
  const outputs = {
    projections: 'UnprocessedBucket',
    webhooks: 'UnprocessedBucket',
    api: 'SnapshotBucket',
    data: 'AttachmentBucket',
  };
  const names = await Promise.all(
    Object.entries(outputs).map(async ([name, output]) =>
      (await findStackOutputs(`${environment}-${name}`)).get(output),
    ),
  );
  return names.filter((name) => name !== undefined);
}

/** Deletes the stored records that name one of the ids, and snapshots and files of what has one; returns their number. */
export async function deleteStored(buckets: readonly string[], ids: IdSet): Promise<number> {
  let deleted = 0;
  for (const bucket of buckets) {
    const records = recordBucket(bucket);
    const stored = await records.list(
      SNAPSHOT_PREFIX,
      UPLOAD_PREFIX,
      ATTACHMENT_PREFIX,
      IMAGE_PREFIX,
      EXPORT_PREFIX,
    );
    for (const key of stored) {
      if (!key.split('/').some((part) => ids.has(part))) continue;
      await records.delete(key);
      deleted++;
    }
    for (const key of await records.list('aws/lambda/', UNPROCESSED_PREFIX)) {
      const changes = await records.read(key);
      const images = changes.flatMap(({ before, after }) =>
        [before, after].filter((image) => image !== undefined),
      );
      if (!images.some((image) => belongsToWorkspace(image, ids))) continue;
      await records.delete(key);
      deleted++;
    }
  }
  return deleted;
}

/** Deletes all snapshots of read models, which are built again when they are needed; returns their number. */
export async function deleteSnapshots(buckets: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const bucket of buckets) {
    const records = recordBucket(bucket);
    for (const key of await records.list(SNAPSHOT_PREFIX)) {
      await records.delete(key);
      deleted++;
    }
  }
  return deleted;
}
