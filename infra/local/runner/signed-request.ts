import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as it arrived. */
export interface SignedRequest {
  method: string;
  /** Without a query. */
  path: string;
  /** Without the question mark. */
  query?: string;
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
  { method, path, query = '', headers, body }: SignedRequest,
  { day, region, service }: Credential,
  secretAccessKey: string,
): boolean {
  const [, , , , , named = '', signature = ''] = FORM.exec(headers.authorization ?? '') ?? [];
  const names = named.split(';');
  const required = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!required.every((name) => names.includes(name))) return false;
  const digest = createHash('sha256').update(body).digest('hex');
  if ((headers['x-amz-content-sha256'] ?? digest) !== digest) return false;
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`);
  const canonical = [method, path, canonicalQuery(query), ...lines, '', named, digest].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/${service}/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const expected = createHmac('sha256', signingKey(secretAccessKey, [day, region, service]))
    .update(text)
    .digest('hex');
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
}

/** The last key: those of a day are the same for all requests for a service. */
let known: { of: string; key: Buffer } | undefined;

function signingKey(secretAccessKey: string, scope: string[]): Buffer {
  const of = [secretAccessKey, ...scope].join(' ');
  if (known?.of === of) return known.key;
  const key = [...scope, 'aws4_request'].reduce<Buffer>(
    (made, part) => createHmac('sha256', made).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  known = { of, key };
  return key;
}

/** Parameters in the order of their names; requests have them encoded as they are signed. */
const canonicalQuery = (query: string): string =>
  query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => part.split('=', 2) as [name: string, value?: string])
    .sort(([name, value = ''], [other, another = '']) => compare(name, other) || compare(value, another))
    .map(([name, value = '']) => `${name}=${value}`)
    .join('&');

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
