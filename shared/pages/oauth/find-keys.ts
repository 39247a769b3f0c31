import type { JSONWebKeySet } from 'jose';
import { usableKeys } from '../../kernel/auth/key-set.ts';
import { parsePublicUrl } from '../../kernel/net/public-url.ts';
import { commit } from '../../kernel/db/write.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { getKeySet, putKeySet, type CachedKeySet } from './key-set-store.ts';
import { cacheLifetimeMs, parseObject, publicFetch, requestDocument, type Fetch } from './public-document.ts';

const KEY_SET_MAX_BYTES = 64 * 1024;
const MINUTE_MS = 60 * 1000;

/** Bounds for how long a key set is cached: a key that its owner removes is accepted for this long. */
const CACHED = { least: 5 * MINUTE_MS, most: 60 * MINUTE_MS, usual: 15 * MINUTE_MS };

/** How long no one makes this service ask an address again that has failed, or that lacks a key. */
const COOLDOWN_MS = MINUTE_MS;

/**
 * The key set at an address, cached in the table for all sandboxes. With `fresh`, one that was fetched at most a minute
 * ago, for a key that the cached set lacks. Undefined if it cannot be fetched.
 */
export async function findKeys(
  uri: string,
  { read, now, services: { database } }: Pick<WebCall, 'read' | 'now' | 'services'>,
  { fresh = false, fetch = publicFetch }: { fresh?: boolean; fetch?: Fetch } = {},
): Promise<JSONWebKeySet | undefined> {
  const known = await getKeySet(read, uri, now);
  if (known && (!fresh || now.getTime() - known.fetchedAt < COOLDOWN_MS)) return known.keys;
  const fetched = await fetchKeys(uri, now, fetch);
  // A working copy outlives an outage of its address.
  if (!fetched.keys && known?.keys) return known.keys;
  await commit(database, [putKeySet(uri, fetched)]);
  return fetched.keys;
}

async function fetchKeys(uri: string, now: Date, fetch: Fetch): Promise<CachedKeySet> {
  const fetchedAt = now.getTime();
  const failed = { fetchedAt, endsAt: fetchedAt + COOLDOWN_MS };
  try {
    const answer = await requestDocument(parsePublicUrl(uri), KEY_SET_MAX_BYTES, fetch);
    if (answer.status !== 200 || answer.truncated) return failed;
    const keys = await usableKeys(parseObject(answer.body));
    return keys ? { keys, fetchedAt, endsAt: fetchedAt + cacheLifetimeMs(answer, CACHED) } : failed;
  } catch {
    return failed;
  }
}
