import { findRunning, homeFolder, useLocalEndpoints } from '../core/local-service.ts';
import { recordBucket } from '../core/record-bucket.ts';
import { findStackOutputs } from '../core/stack-table.ts';
import type { TargetOptions } from '../core/target.ts';
import { UNHANDLED_PREFIX } from '../../../shared/projections/kept-record.ts';
import { belongs } from './belonging.ts';
import type { IdSet } from './id-set.ts';

/** The buckets in which a deployment keeps records of the stream that could not be processed; none for a bare table. */
export async function recordBuckets({ stack, table }: TargetOptions): Promise<string[]> {
  if (table !== undefined) return [];
  if (stack === undefined) {
    const { buckets } = findRunning(homeFolder()) ?? {};
    if (buckets) useLocalEndpoints({ S3: buckets.endpoint });
    return Object.values(buckets?.names ?? {});
  }
  const environment = stack.replace(/-data$/, '');
  const [projections, webhooks] = await Promise.all(
    ['projections', 'webhooks'].map((name) => findStackOutputs(`${environment}-${name}`)),
  );
  const names = [projections!.get('UnhandledBucket'), webhooks!.get('LeftOverBucket')];
  return names.filter((name) => name !== undefined);
}

/** Deletes the stored records that name one of the ids; returns their number. */
export async function deleteRecords(buckets: readonly string[], ids: IdSet): Promise<number> {
  let deleted = 0;
  for (const bucket of buckets) {
    const records = recordBucket(bucket);
    for (const key of await records.list('aws/lambda/', UNHANDLED_PREFIX)) {
      const changes = await records.read(key);
      const images = changes.flatMap(({ before, after }) =>
        [before, after].filter((image) => image !== undefined),
      );
      if (!images.some((image) => belongs(image, ids))) continue;
      await records.delete(key);
      deleted++;
    }
  }
  return deleted;
}
