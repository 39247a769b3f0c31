import { SELF, entityKey } from '../../kernel/db/table.ts';
import { tallyOf, type CounterName, type Tally } from './story-counts.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

/**
 * Counters are stored in a separate item next to their owner, so that counting never conflicts with a user's
 * write. It is created and deleted with its owner, so its existence proves the owner's.
 */
const COUNTS = '#COUNTS';

const countsKey = (ownerPk: string): Key => ({ pk: ownerPk, sk: COUNTS });

/** Counters of a new owner, all 0. */
export const putCounts = (ownerPk: string): Change => ({ put: { ...countsKey(ownerPk) }, if: 'absent' });
/** Deletes the counters with their owner; later increments fail. */
export const deleteCounts = (ownerPk: string): Change => ({ delete: countsKey(ownerPk) });

/** Increments counters. Throws `gone` if the owner has been deleted. */
export const addToCounts = (
  ownerPk: string,
  differences: Partial<Record<CounterName, number>>,
  gone: () => Error,
): Change => ({
  update: countsKey(ownerPk),
  with: { add: differences },
  if: 'present',
  onConditionFailed: gone,
});

/** Condition that an owner exists. Throws `gone` if it has been deleted. */
export const countsExist = (ownerPk: string, gone: () => Error): Change => ({
  check: countsKey(ownerPk),
  if: 'present',
  onConditionFailed: gone,
});

/** Counters, with the number of corrections by recounts; undefined if there is no such item. */
type CountsItem = Partial<Record<CounterName, number>> & { recounts?: number };

/** Undefined if the owner does not exist. Strongly consistent if `read` is. */
export async function getCounts(read: Reader, ownerPk: string): Promise<CountsItem | undefined> {
  return (await read.get(countsKey(ownerPk))) as CountsItem | undefined;
}

/**
 * Adds the difference found by a recount. Throws `corrected` if another recount has corrected the counters
 * since.
 */
export const correctCounts = (
  ownerPk: string,
  differences: Partial<Record<CounterName, number>>,
  recounts: number | undefined,
  corrected: () => Error,
): Change => ({
  update: countsKey(ownerPk),
  with: { add: differences, set: { recounts: (recounts ?? 0) + 1 } },
  if: { equals: { recounts } },
  onConditionFailed: corrected,
});

/** Records that an owner's days were recreated from its stories' dates, so that analyses can say so. */
export const markDaysRemade = (ownerPk: string, gone: () => Error): Change => ({
  update: countsKey(ownerPk),
  with: { set: { daysRemade: true } },
  if: 'present',
  onConditionFailed: gone,
});

/** Recreates an owner's counters at zero. Throws `gone` if the owner has been deleted or has counters. */
export const restoreCounts = (ownerPk: string, gone: () => Error): Change[] => [
  { check: entityKey(ownerPk), if: 'present', onConditionFailed: gone },
  { ...putCounts(ownerPk), onConditionFailed: gone },
];

/** The counters of an owner with differences, which no one has counted. */
export async function countsItemWith(
  read: Reader,
  ownerPk: string,
  differences: ReadonlyMap<CounterName, number>,
): Promise<Item> {
  const item: Item = (await read.get(countsKey(ownerPk))) ?? { ...countsKey(ownerPk) };
  const sums = [...differences].map(([name, add]) => [name, ((item[name] as number | undefined) ?? 0) + add]);
  return { ...item, ...Object.fromEntries(sums) } as Item;
}

const isCounts = ({ sk }: Item): boolean => sk === COUNTS;

const tallyOfItem = (item: Item | undefined): Tally =>
  tallyOf((item ?? {}) as Partial<Record<CounterName, number>> & { daysRemade?: boolean });

/** An owner's item and its tally, read together; undefined if the owner does not exist. */
export async function getWithTally(
  read: Reader,
  ownerPk: string,
): Promise<{ item: Item; tally: Tally } | undefined> {
  const items = await read.children(ownerPk);
  const item = items.find(({ sk }) => sk === SELF);
  return item && { item, tally: tallyOfItem(items.find(isCounts)) };
}

/** The tallies of owners, in the order of their partition keys. Eventually consistent. */
export async function getTallies(read: Reader, ownerPks: readonly string[]): Promise<Tally[]> {
  return (await read.getMany(ownerPks.map(countsKey))).map(tallyOfItem);
}
