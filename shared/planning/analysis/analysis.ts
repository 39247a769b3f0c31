import * as z from 'zod';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

/** Maximum number of stories read by one analysis. */
export const STORIES_MAX = 2_000;
/** Maximum number of days returned by one analysis. */
export const DAYS_MAX = 120;

export const amountSchema = memoize(() =>
  z.object({ stories: z.number(), estimate: z.number() }).meta({
    id: 'WorkAmount',
    description: 'An amount of work: the number of stories and the sum of their estimates.',
  }),
);
export type Amount = z.output<ReturnType<typeof amountSchema>>;

const spreadSchema = memoize(() =>
  z
    .object({
      known: z.int(),
      unknown: z.int(),
      p50Days: z.number().nullable(),
      p85Days: z.number().nullable(),
      p95Days: z.number().nullable(),
      longestDays: z.number().nullable(),
    })
    .meta({
      id: 'DurationSpread',
      description: 'Percentiles of durations in days.',
    }),
);
export type Spread = z.output<ReturnType<typeof spreadSchema>>;

const flow = memoize(() => ({
  completed: amountSchema(),
  cycleTime: spreadSchema(),
  inProgress: amountSchema(),
  age: spreadSchema(),
}));

const groupSchema = memoize(() =>
  z
    .object({ by: z.enum(['team', 'assignee', 'objective']), id: uuid().nullable(), ...flow() })
    .meta({ id: 'WorkGroup', description: 'Metrics of one team, assignee or objective.' }),
);
export type Group = z.output<ReturnType<typeof groupSchema>>;
export type Flow = Omit<Group, 'by' | 'id'>;

const weekSchema = memoize(() =>
  z
    .object({ weekStartDate: z.iso.date(), completed: amountSchema() })
    .meta({ id: 'WorkWeek', description: 'Work completed in one week.' }),
);
export type Week = z.output<ReturnType<typeof weekSchema>>;

const agedStorySchema = memoize(() =>
  z
    .object({
      id: uuid(),
      reference: z.string(),
      title: z.string(),
      assigneeId: uuid().nullable(),
      startedAt: timestamp(),
      days: z.number(),
    })
    .meta({ id: 'AgedStory', description: 'A story in progress and its age in days.' }),
);
export type AgedStory = z.output<ReturnType<typeof agedStorySchema>>;

export const burnDownDaySchema = memoize(() =>
  z
    .object({
      day: z.iso.date(),
      remaining: amountSchema().nullable(),
      ideal: amountSchema().nullable(),
      added: amountSchema(),
      removed: amountSchema(),
      reestimated: z.number(),
      completed: amountSchema(),
      reopened: amountSchema(),
    })
    .meta({
      id: 'BurnDownDay',
      description: 'Remaining work at the end of a day, and what changed during it.',
    }),
);
export type BurnDownDay = z.output<ReturnType<typeof burnDownDaySchema>>;

/** Fields of every analysis. */
export const commonAnalysisFields = memoize(() => ({
  ...flow(),
  throughput: z.array(weekSchema()),
  oldest: z.array(agedStorySchema()),
  groups: z.array(groupSchema()),
  truncated: z.boolean(),
  definitions: z.record(z.string(), z.string()),
}));

/** Additional fields of the analysis of a sprint or an objective. */
export const burnDown = memoize(() => ({
  remaining: amountSchema(),
  burnDown: z.array(burnDownDaySchema()),
  historyComplete: z.boolean(),
}));
