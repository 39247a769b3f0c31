import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBRecord } from 'aws-lambda';
import { toItemChange, type ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { CommandError } from './command-error.ts';

/** The bucket of stream records that could not be processed. */
export function recordBucket(bucket: string) {
  const s3 = new S3Client({ forcePathStyle: true });
  return {
    /** Keys of its objects under the prefixes, oldest first per prefix. */
    async list(...prefixes: string[]): Promise<string[]> {
      const keys = await Promise.all(prefixes.map((prefix) => listUnder(s3, bucket, prefix)));
      return keys.flat();
    },

    /** Reads the changes in an object, of those up to a time. Throws CommandError for an object without records. */
    async read(key: string, until?: Date): Promise<ItemChange[]> {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      const changes = recordsOf(await Body!.transformToString(), key).map(toItemChange);
      return until === undefined ? changes : changes.filter(({ at }) => at <= until);
    },

    async delete(key: string): Promise<void> {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

async function listUnder(s3: S3Client, bucket: string, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  let from: string | undefined;
  do {
    const answer = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: from }),
    );
    keys.push(...(answer.Contents ?? []).map(({ Key }) => Key!));
    from = answer.NextContinuationToken;
  } while (from);
  return keys.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** Lambda's object names start with mapping and shard, before the time. */
const nameOf = (key: string): string => key.split('/').slice(-4).join('/');

function recordsOf(text: string, key: string): DynamoDBRecord[] {
  try {
    const { payload } = JSON.parse(text) as { payload: string };
    return (JSON.parse(payload) as { Records: DynamoDBRecord[] }).Records;
  } catch {
    throw new CommandError(`${key} does not have the format of Lambda's failed records.`);
  }
}
