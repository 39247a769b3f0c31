import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

let client: S3Client | undefined;

const s3 = (): S3Client => (client ??= new S3Client({ forcePathStyle: true }));

/** Writes an object to a bucket, replacing one with the same key. Rethrows the SDK's errors. */
export async function putObject(bucket: string, key: string, body: string | Uint8Array): Promise<void> {
  await s3().send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
}

/** Returns the bytes of an object, or undefined if there is none. Rethrows the SDK's other errors. */
export async function getObject(bucket: string, key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body: body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return await body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}
