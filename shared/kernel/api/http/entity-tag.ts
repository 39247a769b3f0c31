import { createHash } from 'node:crypto';
import type { WebRequest, WebResponse } from '../operation/web-route.ts';

/**
 * The ETag of a response (RFC 9110, section 8.8.3): a hash of its body, after the version of the resource if it has
 * one. The hash changes with derived values too; If-Match compares the version alone (operation/if-match.ts).
 */
export function entityTag(body: WebResponse['body'] = '', version?: string): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return version === undefined ? `"${hash}"` : `"${version}/${hash}"`;
}

/** The response, or a 304 if the request's If-None-Match names its ETag (RFC 9110, section 13.1.2). */
export function unlessKnown({ headers }: Pick<WebRequest, 'headers'>, response: WebResponse): WebResponse {
  const etag = response.headers?.['etag'];
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (response.status !== 200 || etag === undefined || !(known.includes(etag) || known.includes('*'))) {
    return response;
  }
  // With its content type, since gateways add another one if it is missing.
  return { status: 304, headers: response.headers ?? {} };
}
