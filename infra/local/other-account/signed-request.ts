import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as it arrived. */
export interface SignedRequest {
  method: string;
  /** Without a query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Who signed a request, for which service of which region. */
export interface Credential {
  accessKeyId: string;
  day: string;
  region: string;
  service: string;
}

const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/(\w+)\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;

/** The credential that a request names; undefined if it is not signed by Signature Version 4. */
export function credentialOf({ headers }: Pick<SignedRequest, 'headers'>): Credential | undefined {
  const [, accessKeyId, day, region, service] = FORM.exec(headers.authorization ?? '') ?? [];
  if (!accessKeyId || !day || !region || !service) return undefined;
  return { accessKeyId, day, region, service };
}

/**
 * Whether the signature of a request is that of a key, over its body and the headers that must be signed. Written from
 * AWS's documentation rather than with the code that signs.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function isSignedBy(
  { method, path, headers, body }: SignedRequest,
  { day, region, service }: Credential,
  secretAccessKey: string,
): boolean {
  const [, , , , , named = '', signature = ''] = FORM.exec(headers.authorization ?? '') ?? [];
  const names = named.split(';');
  const required = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!required.every((name) => names.includes(name))) return false;
  const digest = createHash('sha256').update(body).digest('hex');
  if ((headers['x-amz-content-sha256'] ?? digest) !== digest) return false;
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}`);
  const canonical = [method, path, '', ...lines, '', named, digest].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/${service}/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(
    (made, part) => createHmac('sha256', made).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  const expected = createHmac('sha256', key).update(text).digest('hex');
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
}
