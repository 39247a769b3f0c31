import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request in a cache policy's cache key. */
export type KeyParts = {
  /** Lower-case names of headers. */
  headers: string[];
  cookies: string[];
  query: string[];
  /** The encodings that are distinguished, such as `gzip`. */
  encodings: string[];
};

/**
 * The key under which CloudFront caches a request: path, and what the policy names of query, headers, cookies.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/controlling-the-cache-key.html
 */
export function cacheKey(
  { method, url, headers }: { method: string; url: URL; headers: IncomingHttpHeaders },
  parts: KeyParts,
): string {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return JSON.stringify([
    method,
    url.pathname,
    [...url.searchParams].filter(([name]) => parts.query.includes(name)),
    parts.headers.map((name) => headers[name]),
    cookies.filter((cookie) => parts.cookies.includes(cookie.split('=', 1)[0]!)),
    acceptedEncodings(headers, parts.encodings),
  ]);
}

/** The encodings that a request accepts, of those that the cache distinguishes. */
export const acceptedEncodings = (headers: IncomingHttpHeaders, listed: string[]): string[] =>
  listed.filter((encoding) => String(headers['accept-encoding'] ?? '').includes(encoding));
