import * as z from 'zod';
import { statusCategories, type StatusCategory } from '../../kernel/core/status-category.ts';
import { memoize } from '../../kernel/core/schema.ts';

/** Number of stories per status category, without archived stories. */
export const storyCountsSchema = memoize(() =>
  z
    .object({
      total: z.int(),
      backlog: z.int(),
      unstarted: z.int(),
      started: z.int(),
      completed: z.int(),
      cancelled: z.int(),
    })
    .meta({
      id: 'StoryCounts',
      description: 'Stories by status category, without archived stories.',
    }),
);

export type StoryCounts = z.output<ReturnType<typeof storyCountsSchema>>;

/** Counters of an objective's or a sprint's stories in addition to their number. */
export interface Tally {
  counts: StoryCounts;
  /** Size of the remaining work: estimates, counting 1 for each unestimated story. */
  remainingSize: number;
  keyResults: number;
  /** Whether the days were recreated from the stories' dates, which do not show what moved in between. */
  daysRemade: boolean;
}

/** Attribute names of a counts item: one counter per category, and sizes in hundredths. */
export type CounterName = StatusCategory | 'remainingSize' | 'keyResults';

/** The tally of a counts item; sizes come in hundredths and go out in units. Missing counters are 0. */
export function tallyOf(counters: Partial<Record<CounterName, number>> & { daysRemade?: boolean }): Tally {
  const { remainingSize = 0, keyResults = 0, daysRemade = false } = counters;
  const byCategory = Object.fromEntries(
    statusCategories.map((category) => [category, counters[category] ?? 0]),
  );
  const total = Object.values(byCategory).reduce((sum, count) => sum + count, 0);
  return {
    counts: { total, ...byCategory } as StoryCounts,
    remainingSize: remainingSize / 100,
    keyResults,
    daysRemade,
  };
}
