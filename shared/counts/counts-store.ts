import type { Reader } from '../db/reader.ts';
import type { Item, Key } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { tallyOf, type Counter, type Tally } from './story-counts.ts';

/**
 * Counters stand in an item of their own beside what they count for, so that counting never meets a user's
 * write. It is made and deleted with its owner: that it is there says that the owner is.
 */
const COUNTS = '#COUNTS';

export const countsKey = (ownerPk: string): Key => ({ pk: ownerPk, sk: COUNTS });

export const putCounts = (ownerPk: string): Change => ({ put: { ...countsKey(ownerPk) }, if: 'absent' });
export const deleteCounts = (ownerPk: string): Change => ({ delete: countsKey(ownerPk) });

/** Adds to counters; `gone` is thrown where what they count for has been deleted. */
export const addToCounts = (
  ownerPk: string,
  differences: Partial<Record<Counter, number>>,
  gone: () => Error,
): Change => ({ update: countsKey(ownerPk), with: { add: differences }, if: 'present', otherwise: gone });

/** Sets counters to what a recount found. */
export const setCounts = (ownerPk: string, counters: Partial<Record<Counter, number>>): Change => ({
  update: countsKey(ownerPk),
  with: { set: counters },
  if: 'present',
});

export const isCounts = ({ sk }: Item): boolean => sk === COUNTS;

export const tallyOfItem = (item: Item | undefined): Tally =>
  tallyOf((item ?? {}) as Partial<Record<Counter, number>>);

/** An owner's own item and its tally, read together: undefined where there is no such owner. */
export async function getWithTally(
  read: Reader,
  ownerPk: string,
): Promise<{ item: Item; tally: Tally } | undefined> {
  const items = await read.children(ownerPk);
  const item = items.find(({ sk }) => sk === '-');
  return item && { item, tally: tallyOfItem(items.find(isCounts)) };
}

/** The tallies of owners, in the order of their partition keys; eventually consistent. */
export async function getTallies(read: Reader, ownerPks: readonly string[]): Promise<Tally[]> {
  return (await read.getMany(ownerPks.map(countsKey))).map(tallyOfItem);
}
