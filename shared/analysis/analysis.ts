import * as z from 'zod';
import { timestamp, uuid } from '../core/schema.ts';

/** The most stories that one analysis reads. */
export const MAX_STORIES = 2_000;
/** The most days that one analysis shows. */
export const MAX_DAYS = 120;

export const amountSchema = z.object({ stories: z.number(), points: z.number() }).meta({
  id: 'WorkAmount',
  description: 'An amount of work, as stories and as the sum of their estimates.',
});
export type Amount = z.output<typeof amountSchema>;

export const spreadSchema = z
  .object({
    known: z.int(),
    unknown: z.int(),
    p50: z.number().nullable(),
    p85: z.number().nullable(),
    p95: z.number().nullable(),
    longest: z.number().nullable(),
  })
  .meta({
    id: 'DurationSpread',
    description: 'How long something took or has taken, in days, by percentiles.',
  });
export type Spread = z.output<typeof spreadSchema>;

const flow = {
  completed: amountSchema,
  cycleTime: spreadSchema,
  inProgress: amountSchema,
  age: spreadSchema,
};

export const groupSchema = z
  .object({ by: z.enum(['team', 'person', 'objective']), id: uuid().nullable(), ...flow })
  .meta({ id: 'WorkGroup', description: 'The figures of one team, person or objective.' });
export type Group = z.output<typeof groupSchema>;
export type Flow = Omit<Group, 'by' | 'id'>;

export const weekSchema = z
  .object({ monday: z.iso.date(), completed: amountSchema })
  .meta({ id: 'WorkWeek', description: 'What was completed in a week.' });
export type Week = z.output<typeof weekSchema>;

export const agedStorySchema = z
  .object({
    id: uuid(),
    reference: z.string(),
    title: z.string(),
    assigneeId: uuid().nullable(),
    startedAt: timestamp(),
    days: z.number(),
  })
  .meta({ id: 'AgedStory', description: 'A story in progress and its age in days.' });
export type AgedStory = z.output<typeof agedStorySchema>;

export const burnDownDaySchema = z
  .object({
    day: z.iso.date(),
    remaining: amountSchema.nullable(),
    ideal: amountSchema.nullable(),
    added: amountSchema,
    removed: amountSchema,
    reestimated: z.number(),
    completed: amountSchema,
    reopened: amountSchema,
  })
  .meta({ id: 'BurnDownDay', description: 'What remained at the end of a day, and what changed in it.' });
export type BurnDownDay = z.output<typeof burnDownDaySchema>;

/** The members that every analysis has. */
export const common = {
  ...flow,
  throughput: z.array(weekSchema),
  oldest: z.array(agedStorySchema),
  groups: z.array(groupSchema),
  truncated: z.boolean(),
  definitions: z.record(z.string(), z.string()),
};

/** The members that an analysis of a sprint or an objective has besides. */
export const burnDown = {
  remaining: amountSchema,
  burnDown: z.array(burnDownDaySchema),
  historyComplete: z.boolean(),
};
