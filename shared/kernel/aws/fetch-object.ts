import { presignGet, storagePlace, type Upload } from './presign.ts';

const LINK_SECONDS = 60;
const TIMEOUT_MS = 3_000;

/**
 * Reads an object of a bucket by a link, which needs no SDK. Returns undefined if S3 does not return it, as for one that is
 * not there or may not be read, and outside of Lambda.
 */
export async function fetchObject({
  bucket,
  key,
  contentType,
}: Pick<Upload, 'bucket' | 'key' | 'contentType'>): Promise<Buffer | undefined> {
  const place = storagePlace();
  if (!place) return undefined;
  const link = { bucket, key, contentType, contentDisposition: 'inline' };
  const url = presignGet(place, link, { now: new Date(), seconds: LINK_SECONDS });
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
}
