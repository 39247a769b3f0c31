import { entityKey } from '../db/table.ts';
import { tallyOf, type Counter, type Tally } from './story-counts.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

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
): Change => ({
  update: countsKey(ownerPk),
  with: { add: differences },
  if: 'present',
  onConditionFailed: gone,
});

/** Lets a write go through only while an owner exists; `gone` is thrown where it has been deleted. */
export const countsExist = (ownerPk: string, gone: () => Error): Change => ({
  check: countsKey(ownerPk),
  if: 'present',
  onConditionFailed: gone,
});

/** Counters with how often a recount has corrected them; undefined where there is no such item. */
export type CountsItem = Partial<Record<Counter, number>> & { recounts?: number };

export async function getCounts(read: Reader, ownerPk: string): Promise<CountsItem | undefined> {
  return (await read.get(countsKey(ownerPk))) as CountsItem | undefined;
}

/** Adds what a recount found to be missing; `corrected` is thrown where another recount has done so since. */
export const correctCounts = (
  ownerPk: string,
  differences: Partial<Record<Counter, number>>,
  recounts: number | undefined,
  corrected: () => Error,
): Change => ({
  update: countsKey(ownerPk),
  with: { add: differences, set: { recounts: (recounts ?? 0) + 1 } },
  if: { equals: { recounts } },
  onConditionFailed: corrected,
});

/** Gives an owner its counters back, at zero; `gone` is thrown where it has been deleted or has some. */
export const restoreCounts = (ownerPk: string, gone: () => Error): Change[] => [
  { check: entityKey(ownerPk), if: 'present', onConditionFailed: gone },
  { ...putCounts(ownerPk), onConditionFailed: gone },
];

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
