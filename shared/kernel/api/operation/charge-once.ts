import type { CountWrites } from '../../core/caller.ts';

/** Charges the writes of a request that may be attempted several times, each of them once. */
export function chargeOnce(countWrites: CountWrites) {
  let charged = 0;
  let asked = 0;
  return {
    /** Begins an attempt, which makes the writes of those before it again. */
    begin: () => void (asked = 0),
    countWrites: async (more: number): Promise<void> => {
      asked += more;
      if (asked <= charged) return;
      await countWrites(asked - charged);
      charged = asked;
    },
  };
}
