import { createHash } from 'node:crypto';
import { entityKey } from '../db/table.ts';
import type { Client } from './client.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds that a registered client is kept that nobody has allowed anything yet. */
export const UNUSED_CLIENT_LIFETIME_MS = 7 * DAY_MS;

/** Milliseconds that it is kept after the last time somebody did. */
const USED_CLIENT_LIFETIME_MS = 365 * DAY_MS;

/** A client as kept: registered here, or a copy of the document that its id points to. */
export type StoredClient = Client & {
  /** Milliseconds since 1970 from which it counts no more; the table's own expiry only cleans up. */
  endsAt: number;
};

const clientKey = (id: string): Key => entityKey(`A#${createHash('sha256').update(id).digest('base64url')}`);

/** The client with an id, unless it has expired. */
export async function getClient(read: Reader, id: string, now: Date): Promise<StoredClient | undefined> {
  const item = (await read.get(clientKey(id))) as (Item & Omit<StoredClient, 'id'>) | undefined;
  if (!item || item.endsAt <= now.getTime()) return undefined;
  const { name, redirectUris, endsAt } = item;
  return { id, name, redirectUris, endsAt };
}

const expiry = (endsAt: number) => ({ endsAt, ttl: Math.ceil(endsAt / 1000) });

/** The change that keeps a client; a document's copy replaces the one of before. */
export const putClient = ({ id, name, redirectUris, endsAt }: StoredClient): Change => ({
  put: { ...clientKey(id), clientId: id, name, redirectUris, ...expiry(endsAt) },
});

/** The change that keeps a registered client for longer, now that somebody has allowed it something. */
export const extendClientLifetime = (id: string, now: Date, gone: () => Error): Change => ({
  update: clientKey(id),
  with: { set: expiry(now.getTime() + USED_CLIENT_LIFETIME_MS) },
  if: 'present',
  onConditionFailed: gone,
});
