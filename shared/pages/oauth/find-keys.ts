import type { JSONWebKeySet } from 'jose';
import { usableKeys } from '../../kernel/auth/key-set.ts';
import type { PublicResponse } from '../../kernel/net/public-request.ts';
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

interface Finding {
  fresh?: boolean;
  fetch?: Fetch;
}

type Services = Pick<WebCall, 'read' | 'now' | 'services'>;

/**
 * The key set at an address, cached in the table for all sandboxes. With `fresh`, one that was fetched at most a minute
 * ago, for a key that the cached set lacks. Undefined if it cannot be fetched.
 */
export const findKeys = (uri: string, call: Services, finding: Finding = {}) =>
  findCached(uri, call, finding, (fetch) => fetchKeys(uri, call.now, fetch));

/** The key set that the metadata of an issuer names, like findKeys. */
export const findIssuerKeys = (issuer: string, call: Services, finding: Finding = {}) =>
  findCached(`issuer ${issuer}`, call, finding, async (fetch) => {
    const uri = await keySetUriOf(issuer, fetch);
    return uri === undefined ? failedAt(call.now) : await fetchKeys(uri, call.now, fetch);
  });

async function findCached(
  name: string,
  { read, now, services: { database } }: Services,
  { fresh = false, fetch = publicFetch }: Finding,
  load: (fetch: Fetch) => Promise<CachedKeySet>,
): Promise<JSONWebKeySet | undefined> {
  const known = await getKeySet(read, name, now);
  if (known && (!fresh || now.getTime() - known.fetchedAt < COOLDOWN_MS)) return known.keys;
  const fetched = await load(fetch);
  // A working copy outlives an outage of its address.
  if (!fetched.keys && known?.keys) return known.keys;
  await commit(database, [putKeySet(name, fetched)]);
  return fetched.keys;
}

const failedAt = (now: Date): CachedKeySet => ({
  fetchedAt: now.getTime(),
  endsAt: now.getTime() + COOLDOWN_MS,
});

async function fetchKeys(uri: string, now: Date, fetch: Fetch): Promise<CachedKeySet> {
  const answer = await fetchObject(uri, fetch);
  const keys = answer && (await usableKeys(answer.value));
  if (!keys) return failedAt(now);
  return { keys, fetchedAt: now.getTime(), endsAt: now.getTime() + cacheLifetimeMs(answer, CACHED) };
}

/** The address of an issuer's key set, by its metadata (OpenID Connect Discovery, or RFC 8414). */
async function keySetUriOf(issuer: string, fetch: Fetch): Promise<string | undefined> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '');
  const places = [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
  for (const place of places) {
    const metadata = (await fetchObject(place, fetch))?.value;
    // Whose metadata names another issuer is not it (RFC 8414, section 3.3).
    if (metadata?.['issuer'] !== issuer) continue;
    const { jwks_uri: uri } = metadata;
    if (typeof uri === 'string') return uri;
  }
  return undefined;
}

/** The object at an address, with its response; undefined for anything else, and if it cannot be reached. */
async function fetchObject(
  url: string,
  fetch: Fetch,
): Promise<(PublicResponse & { value: Record<string, unknown> }) | undefined> {
  try {
    const answer = await requestDocument(parsePublicUrl(url), KEY_SET_MAX_BYTES, fetch);
    const value = answer.status === 200 && !answer.truncated ? parseObject(answer.body) : undefined;
    return value && { ...answer, value };
  } catch {
    return undefined;
  }
}
