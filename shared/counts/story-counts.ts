import * as z from 'zod';
import { statusCategories, type StatusCategory } from '../core/status-category.ts';

/** How many stories stand in each status category; archived ones are left out. */
export const storyCountsSchema = z
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
    description: 'Stories by the category of their status, without archived ones.',
  });

export type StoryCounts = z.output<typeof storyCountsSchema>;

/** What is counted of the stories of an objective or a sprint, beside their number. */
export interface Tally {
  counts: StoryCounts;
  /** The size of what remains to be done: estimates, and one for each story without. */
  remainingSize: number;
  keyResults: number;
}

/** The attribute names of a counts item: one counter for each category, and sizes in hundredths. */
export type Counter = StatusCategory | 'remainingSize' | 'keyResults';

export function tallyOf(counters: Partial<Record<Counter, number>>): Tally {
  const { remainingSize = 0, keyResults = 0 } = counters;
  const byCategory = Object.fromEntries(
    statusCategories.map((category) => [category, counters[category] ?? 0]),
  );
  const total = Object.values(byCategory).reduce((sum, count) => sum + count, 0);
  return { counts: { total, ...byCategory } as StoryCounts, remainingSize: remainingSize / 100, keyResults };
}
