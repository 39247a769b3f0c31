import { gzipSync } from 'node:zlib';
import type { WebResponse } from '../operation/web-route.ts';

type Headers = NonNullable<WebResponse['headers']>;

/** Below this size, headers outweigh what compression saves. */
const COMPRESSED_FROM_BYTES = 2_048;
/** This level compresses a tenth less than the default, in half the time. */
const LEVEL = 3;

/**
 * The response with its JSON or public page compressed, if the client accepts gzip. Its ETag is then weak: a strong one
 * names the bytes of one encoding (RFC 9110, section 8.8.3). The pages of one person stay as they are: the size of a
 * compressed page that has a CSRF token and what a stranger can write reveals the token (BREACH).
 */
export function compressed(response: WebResponse, acceptEncoding: string | undefined): WebResponse {
  const { body, headers = {} } = response;
  if (typeof body !== 'string') return response;
  if (!isCompressible(headers)) return response;
  if (Buffer.byteLength(body) < COMPRESSED_FROM_BYTES) return response;
  const varied = { ...headers, vary: [headers['vary'], 'Accept-Encoding'].filter(Boolean).join(', ') };
  if (!acceptsGzip(acceptEncoding)) return { ...response, headers: varied };
  const { etag } = headers;
  return {
    ...response,
    headers: { ...varied, ...(etag && { etag: weak(etag) }), 'content-encoding': 'gzip' },
    body: gzipSync(body, { level: LEVEL }),
  };
}

function isCompressible({ 'content-type': type = '', 'cache-control': caching = '' }: Headers): boolean {
  return (
    type.startsWith('application/json') || (type.startsWith('text/html') && caching.startsWith('public'))
  );
}

const weak = (etag: string): string => (etag.startsWith('W/') ? etag : `W/${etag}`);

/** Whether an Accept-Encoding header names gzip, or anything, with a weight above zero. */
const acceptsGzip = (header = ''): boolean =>
  header.split(',').some((part) => {
    const [name = '', weight = '1'] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/);
    return ['gzip', 'x-gzip', '*'].includes(name) && Number(weight) > 0;
  });
