import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { optionalEnv } from './env.ts';

let client: { endpoint: string | undefined; s3: S3Client } | undefined;

/** The client, which reads the variable of its endpoint once; another endpoint gets another client. */
function s3(): S3Client {
  const endpoint = optionalEnv('AWS_ENDPOINT_URL_S3');
  if (client?.endpoint !== endpoint) client = undefined;
  client ??= { endpoint, s3: new S3Client({ forcePathStyle: true }) };
  return client.s3;
}

/** Writes an object to a bucket, replacing one with the same key. Rethrows the SDK's errors. */
export async function putObject(bucket: string, key: string, body: string | Uint8Array): Promise<void> {
  await s3().send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
}

/** Returns the bytes of an object, or undefined if there is none. Rethrows the SDK's other errors. */
export async function getObject(bucket: string, key: string): Promise<Uint8Array | undefined> {
  const body = await bodyOf(bucket, key);
  return await body?.transformToByteArray();
}

/** The same as a stream, for what is large. */
export const getObjectStream = async (bucket: string, key: string): Promise<Readable | undefined> =>
  (await bodyOf(bucket, key)) as Readable | undefined;

async function bodyOf(bucket: string, key: string): Promise<GetObjectCommandOutput['Body']> {
  try {
    const { Body: body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return body;
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/**
 * Returns the first bytes of an object that is not empty, its size and what identifies its bytes; undefined if there is
 * none. Rethrows the SDK's other errors.
 */
export async function getObjectStart(
  bucket: string,
  key: string,
  bytes: number,
): Promise<{ start: Uint8Array; size: number; etag: string } | undefined> {
  const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=0-${bytes - 1}` });
  try {
    const { Body: body, ContentRange: range, ETag: etag } = await s3().send(command);
    const size = Number(range?.split('/')[1]);
    if (!body || !etag || !size) throw new Error(`S3 sent no range of ${key}.`);
    return { start: await body.transformToByteArray(), size, etag };
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** Returns the value of a tag of an object; undefined if it has no such tag. Rethrows the SDK's errors. */
export async function getObjectTag(bucket: string, key: string, tag: string): Promise<string | undefined> {
  const { TagSet: tags } = await s3().send(new GetObjectTaggingCommand({ Bucket: bucket, Key: key }));
  return tags?.find(({ Key }) => Key === tag)?.Value;
}

/**
 * Copies an object within a bucket, without its tags. Returns false if it is another by now, or gone. Rethrows the SDK's
 * other errors.
 */
export async function copyObject(
  bucket: string,
  { from, to }: { from: string; to: string },
  etag: string,
): Promise<boolean> {
  const command = new CopyObjectCommand({
    Bucket: bucket,
    Key: to,
    CopySource: `${bucket}/${from}`,
    CopySourceIfMatch: etag,
    TaggingDirective: 'REPLACE',
  });
  try {
    await s3().send(command);
    return true;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404 || status === 412) return false;
    throw error;
  }
}

/** Deletes an object, if it exists. Rethrows the SDK's errors. */
export async function deleteObject(bucket: string, key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}
