import { presignPost, storagePlace, type Upload } from './presign.ts';

/** How long the form is valid, in seconds: it is sent at once. */
const FORM_SECONDS = 300;

/**
 * Writes an object to a bucket with a form, as browsers upload files, which needs a fortieth of the SDK's code. Throws an
 * Error if S3 does not take it, and outside of Lambda.
 */
export async function postObject(
  { bucket, key, contentType }: Pick<Upload, 'bucket' | 'key' | 'contentType'>,
  body: string,
): Promise<void> {
  const place = storagePlace();
  if (!place) throw new Error('Only a function in Lambda can sign a form for S3.');
  const file = new Blob([body], { type: contentType });
  const validity = { now: new Date(), seconds: FORM_SECONDS };
  const { url, fields } = presignPost(place, { bucket, key, contentType, size: file.size }, validity);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const response = await fetch(url, { method: 'POST', body: form });
  if (!response.ok) throw new Error(`S3 answered ${response.status}: ${await response.text()}`);
}
