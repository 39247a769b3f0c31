import type { publicRequest, PublicResponse } from '../../kernel/net/public-request.ts';

/** Two of them fit into an invocation. */
const TIMEOUT_MS = 4_000;

/** Fetches from another party's server; tests replace the outside network. */
export type Fetch = typeof publicRequest;

/** Loaded with the first document: few requests fetch one. */
export const publicFetch: Fetch = async (...request) =>
  await (await import('../../kernel/net/public-request.ts')).publicRequest(...request);

/**
 * Asks for a JSON document through the guarded network layer, which reaches public addresses only and follows no
 * redirects. Throws like publicRequest.
 */
export const requestDocument = (url: URL, maxResponseBytes: number, fetch: Fetch): Promise<PublicResponse> =>
  fetch({
    url,
    method: 'GET',
    headers: { accept: 'application/json', 'user-agent': 'Plotline' },
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes,
  });

/** The object in a document; undefined for anything else. */
export function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(body)) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** How long a document may be cached, in milliseconds. */
interface CacheLifetime {
  least: number;
  most: number;
  /** If it does not say. */
  usual: number;
}

/** How long a document may be cached by its Cache-Control, in milliseconds, within bounds. */
export function cacheLifetimeMs({ headers }: PublicResponse, { least, most, usual }: CacheLifetime): number {
  const control = headers['cache-control'] ?? '';
  const [, seconds] = /\bmax-age=(\d{1,9})\b/i.exec(control) ?? [];
  if (/\bno-(store|cache)\b/i.test(control)) return least;
  const asked = seconds === undefined ? usual : Number(seconds) * 1000;
  return Math.min(Math.max(asked, least), most);
}
