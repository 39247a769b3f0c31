import { createHash } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import { itemKind } from '../../kernel/db/table.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';

/** A copy of the key set at an address, or the record that it could not be fetched. */
export interface CachedKeySet {
  /** Undefined if fetching it has failed. */
  keys?: JSONWebKeySet;
  /** Milliseconds since 1970. */
  fetchedAt: number;
  endsAt: number;
}

/** Copies of key sets, by the hashes of their addresses. */
const keySetKind = itemKind('KS#', 'expiry');
const keySetKey = (uri: string) => keySetKind.key(createHash('sha256').update(uri).digest('base64url'));

/** The cached key set of an address, unless it has expired. */
export async function getKeySet(read: Reader, uri: string, now: Date): Promise<CachedKeySet | undefined> {
  const item = await read.get(keySetKey(uri));
  if (!item) return undefined;
  const { keys, fetchedAt, endsAt } = JSON.parse(item['cached'] as string) as CachedKeySet;
  return endsAt > now.getTime() ? { fetchedAt, endsAt, ...(keys ? { keys } : {}) } : undefined;
}

export const putKeySet = (uri: string, cached: CachedKeySet): Change => ({
  put: { ...keySetKey(uri), cached: JSON.stringify(cached), ttl: Math.ceil(cached.endsAt / 1000) },
});
