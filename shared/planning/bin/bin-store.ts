import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { entityKey, itemKind } from '../../kernel/db/table.ts';

/** How long what was deleted can be restored. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The bin: the last item of deleted stories, comments and relations. What belongs to a story is in one partition with it,
 * so that it is restored together; a relation is in those of both stories. Only restoring reads it.
 */
export const binKind = itemKind('BIN#', 'expiry', 'any');
const partitionOf = (storyId: string): string => `${binKind.prefix}${storyId}`;

/** Where the bin has what was deleted: a story by its own id, or what belonged to it. */
export const binKeyOf = (storyId: string, { pk }: Pick<Key, 'pk'>): Key => ({
  pk: partitionOf(storyId),
  sk: pk,
});

/** What a key in the bin is of: a story, or what belonged to one. */
export const binnedOf = ({ pk, sk }: Key): { storyId: string; key: Key } => ({
  storyId: pk.slice(binKind.prefix.length),
  key: entityKey(sk),
});

const expiryOf = (deletedAt: Date): number => Math.ceil((deletedAt.getTime() + RETENTION_MS) / 1000);

/** Puts what was deleted at a time into the bin of a story; repeating it writes the same item. */
export const putInBin = (storyId: string, item: Item, deletedAt: Date): Change => ({
  put: { ...binKeyOf(storyId, item), was: JSON.stringify(item), ttl: expiryOf(deletedAt) },
});

/**
 * Reserves the place of what may have been deleted just now, without its item: once the reservation has expired, nothing
 * can be restored there any more.
 */
export const reserveInBin = (key: Key, now: Date): Change => ({
  put: { ...key, ttl: expiryOf(now) },
  if: 'absent',
  onConditionFailed: writeConflict,
});

/** Removes what is restored from the bin. Throws `gone` if it is no longer there. */
export const takeFromBin = (storyId: string, item: Pick<Key, 'pk'>, gone: () => Error): Change => ({
  delete: binKeyOf(storyId, item),
  if: 'present',
  onConditionFailed: gone,
});

/** Returns the last item of what was deleted; undefined if it is not in the bin. Strongly consistent. */
export async function getFromBin(
  read: Reader,
  storyId: string,
  key: Pick<Key, 'pk'>,
  now: Date,
): Promise<Item | undefined> {
  const stored = await read.get(binKeyOf(storyId, key));
  return stored && isRetained(stored, now) ? deletedItem(stored) : undefined;
}

/** Returns what the bin has of a story whose keys have a prefix, newest first. Strongly consistent. */
export async function listBin(read: Reader, storyId: string, prefix: string, now: Date): Promise<Item[]> {
  const stored = await read.children(partitionOf(storyId), prefix);
  return stored.filter((item) => isRetained(item, now)).map(deletedItem);
}

/** Whether an item of the bin can no longer be restored at a time. The table deletes expired items with a delay. */
export const isBinItemExpired = (stored: Item, now: Date): boolean =>
  (stored['ttl'] as number) * 1000 <= now.getTime();

const isRetained = (stored: Item, now: Date): boolean => 'was' in stored && !isBinItemExpired(stored, now);

const deletedItem = (stored: Item): Item => JSON.parse(stored['was'] as string) as Item;
