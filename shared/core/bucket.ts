import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

let client: S3Client | undefined;

/** Writes a text object to a bucket, replacing one with the same key. Rethrows the SDK's errors. */
export async function putObject(bucket: string, key: string, body: string): Promise<void> {
  client ??= new S3Client({ forcePathStyle: true });
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
}
