import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

let client: S3Client | undefined;

/** Puts an object, text, into a bucket; one with the same key is replaced. Throws the SDK's error if it fails. */
export async function putObject(bucket: string, key: string, body: string): Promise<void> {
  client ??= new S3Client({ forcePathStyle: true });
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
}
