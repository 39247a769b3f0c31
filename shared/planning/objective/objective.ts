import * as z from 'zod';
import { storyCountsSchema } from '../counts/story-counts.ts';
import { color, longText, name, text, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { priorities } from '../../kernel/core/priority.ts';

export const healths = ['on_track', 'at_risk', 'off_track'] as const;

const scheduleStatuses = ['on_track', 'at_risk', 'no_target', 'no_schedule'] as const;

export const objectiveDescription = () => longText(32 * 1024);
export const shortSummary = () => text({ max: 300 });

const stored = memoize(() => ({
  id: uuid(),
  workspaceId: uuid(),
  teamId: uuid(),
  sequenceId: z.int().meta({ description: 'Number within the workspace, starting at 1.' }),
  name: name(),
  description: objectiveDescription().nullable(),
  shortSummary: shortSummary().nullable(),
  leadUserId: uuid().nullable(),
  startDate: timestamp().nullable(),
  endDate: timestamp().nullable().meta({ description: 'The target date.' }),
  private: z
    .boolean()
    .meta({ description: "Whether it is visible only to its creator, its lead and the team's admins." }),
  statusId: uuid().meta({ description: "One of the workspace's objective statuses." }),
  priority: z.enum(priorities),
  health: z.enum(healths).nullable(),
  color: color(),
  createdBy: uuid(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}));

export const storedObjectiveSchema = memoize(() => z.object(stored()));
export type StoredObjective = z.output<ReturnType<typeof storedObjectiveSchema>>;

/** Derived when an objective is read; changes do not move updatedAt. */
const derived = memoize(() => ({
  forecastStartDate: timestamp().nullable(),
  forecastEndDate: timestamp().nullable(),
  forecastDaysDelta: z.int().nullable().meta({
    description: 'Days between the target date and the forecast end date; positive if the forecast is late.',
  }),
  scheduleStatus: z.enum(scheduleStatuses),
  keyResultCount: z.int(),
  storyCounts: storyCountsSchema(),
}));

export type DerivedObjective = z.output<z.ZodObject<ReturnType<typeof derived>>>;

export const objectiveSchema = memoize(() =>
  z.object({ ...stored(), ...derived() }).meta({
    id: 'Objective',
    description: 'A goal of a team, with the key results and stories that contribute to it.',
  }),
);

export type Objective = z.output<ReturnType<typeof objectiveSchema>>;
