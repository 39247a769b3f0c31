import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBRecord } from 'aws-lambda';
import { toItemChange, type ItemChange } from '../../../shared/db/stream-record.ts';
import { CommandError } from './command-error.ts';

/** The bucket in which stream records stand that could not be handled. */
export function recordBucket(bucket: string) {
  const s3 = new S3Client({ forcePathStyle: true });
  return {
    /** The keys of its objects under the prefixes, the oldest of each prefix first. */
    async list(...prefixes: string[]): Promise<string[]> {
      const keys = await Promise.all(prefixes.map((prefix) => listUnder(s3, bucket, prefix)));
      return keys.flat();
    },

    /** The changes that an object holds. Throws CommandError where it holds none. */
    async read(key: string): Promise<ItemChange[]> {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return recordsOf(await Body!.transformToString(), key).map(toItemChange);
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

/** Lambda names its objects by mapping and shard first, and by time only then. */
const nameOf = (key: string): string => key.split('/').slice(-4).join('/');

function recordsOf(text: string, key: string): DynamoDBRecord[] {
  try {
    const { payload } = JSON.parse(text) as { payload: string };
    return (JSON.parse(payload) as { Records: DynamoDBRecord[] }).Records;
  } catch {
    throw new CommandError(`${key} is not what Lambda writes for records that it gave up.`);
  }
}
