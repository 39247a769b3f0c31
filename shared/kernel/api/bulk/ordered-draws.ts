import type { DrawnNumber, Database, Key } from '../../core/database.ts';
import { increment } from '../../db/write.ts';

interface Draw {
  counter: Key;
  amount: 0 | 1;
  resolve: (counter: DrawnNumber) => void;
  reject: (error: unknown) => void;
}

/**
 * Draws the numbers of a bulk request's items in their order, though the items run concurrently: a draw waits until
 * each running item has drawn or ended, and all draws of a counter are one increment.
 */
export function orderedDraws(database: Database, now: () => Date) {
  const running = new Set<number>();
  const waiting = new Map<number, Draw>();

  function drawWhenComplete(): void {
    if (running.size > 0 || waiting.size === 0) return;
    const inOrder = [...waiting].sort(([a], [b]) => a - b).map(([, draw]) => draw);
    waiting.clear();
    const byCounter = Map.groupBy(inOrder, ({ counter: { pk, sk } }) => JSON.stringify([pk, sk]));
    for (const draws of byCounter.values()) void drawTogether(draws);
  }

  async function drawTogether(draws: readonly Draw[]): Promise<void> {
    try {
      const total = draws.reduce((sum, { amount }) => sum + amount, 0);
      const counter = await increment(database, draws[0]!.counter, now(), total);
      let count = counter.count - total;
      for (const { resolve, amount } of draws) resolve({ ...counter, count: (count += amount) });
    } catch (error) {
      for (const { reject } of draws) reject(error);
    }
  }

  return {
    /** Marks an item as running; others' draws wait for it. */
    begin: (position: number): void => void running.add(position),
    /** Draws the next number of a counter for an item. */
    draw: (position: number, counter: Key, amount: 0 | 1 = 1): Promise<DrawnNumber> =>
      new Promise((resolve, reject) => {
        running.delete(position);
        waiting.set(position, { counter, amount, resolve, reject });
        drawWhenComplete();
      }),
    /** Marks an item as ended, whether or not it has drawn. */
    end(position: number): void {
      running.delete(position);
      drawWhenComplete();
    },
  };
}
