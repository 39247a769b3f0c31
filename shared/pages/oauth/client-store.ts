import { createHash } from 'node:crypto';
import { itemKind } from '../../kernel/db/table.ts';
import type { Client } from './client.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds to retain a registered client without grants. */
export const UNUSED_CLIENT_LIFETIME_MS = 7 * DAY_MS;

/** Milliseconds to retain it after the last approval. */
const USED_CLIENT_LIFETIME_MS = 365 * DAY_MS;

/** A stored client: registered here, or a copy of its metadata document. */
export type StoredClient = Client & {
  /** Milliseconds since 1970 at which it expires; the table's TTL only cleans up. */
  endsAt: number;
};

/** Clients of OAuth, by the hashes of their ids. */
const clientKind = itemKind('A#', 'expiry');
const clientKey = (id: string): Key => clientKind.key(createHash('sha256').update(id).digest('base64url'));

/** Returns the client with an id, unless it has expired. */
export async function getClient(read: Reader, id: string, now: Date): Promise<StoredClient | undefined> {
  const item = (await read.get(clientKey(id))) as (Item & Omit<StoredClient, 'id'>) | undefined;
  if (!item || item.endsAt <= now.getTime()) return undefined;
  const { name, redirectUris, scope, endsAt } = item;
  return { id, name, redirectUris, scope, endsAt };
}

const expiry = (endsAt: number) => ({ endsAt, ttl: Math.ceil(endsAt / 1000) });

/** Stores a client; a newer copy of a document replaces the old one. */
export const putClient = ({ id, name, redirectUris, scope, endsAt }: StoredClient): Change => ({
  put: {
    ...clientKey(id),
    clientId: id,
    name,
    redirectUris,
    ...(scope === undefined ? {} : { scope }),
    ...expiry(endsAt),
  },
});

/** Extends a registered client's lifetime after an approval. */
export const extendClientLifetime = (id: string, now: Date, gone: () => Error): Change => ({
  update: clientKey(id),
  with: { set: expiry(now.getTime() + USED_CLIENT_LIFETIME_MS) },
  if: 'present',
  onConditionFailed: gone,
});
