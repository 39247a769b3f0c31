import * as z from 'zod';
import { definePatch } from '../api/operation/patch.ts';
import { storyCountsSchema } from '../counts/story-counts.ts';
import { isPastDue } from '../core/date-span.ts';
import { name, text, timestamp, uuid, once } from '../core/schema.ts';

const goal = () => text({ max: 2_000, multiline: true });

/** Append new fields at the end: their order is part of the stored format. */
const stored = once(() => ({
  id: uuid(),
  workspaceId: uuid(),
  teamId: uuid(),
  objectiveId: uuid().nullable().meta({ description: 'The objective that the sprint contributes to.' }),
  name: name(),
  goal: goal().nullable(),
  startDate: timestamp(),
  endDate: timestamp(),
  automationManaged: z.boolean().meta({
    description:
      "Whether the team's cadence made it, and starts and closes it; false once it has been changed by hand.",
  }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  startedAt: timestamp().nullable().meta({ description: "When the team's cadence started it." }),
  closedAt: timestamp().nullable().meta({
    description: "When the team's cadence closed it, which keeps its report.",
  }),
}));

export const storedSprintSchema = once(() => z.object(stored()));
export type StoredSprint = z.output<ReturnType<typeof storedSprintSchema>>;

export const sprintSchema = once(() =>
  z
    .object({ ...stored(), storyCounts: storyCountsSchema() })
    .meta({ id: 'Sprint', description: 'A time box in which a team plans to complete selected stories.' }),
);

/** Whether an instant is in the days of a sprint that has not been closed. */
export const isRunning = (
  { startDate, endDate, closedAt }: Pick<StoredSprint, 'startDate' | 'endDate' | 'closedAt'>,
  now: Date,
): boolean => closedAt === null && startDate <= now.toISOString() && !isPastDue(endDate, now);

export type Sprint = z.output<ReturnType<typeof sprintSchema>>;

const settable = once(() => ({
  name: name(),
  goal: goal(),
  startDate: timestamp(),
  endDate: timestamp(),
  objectiveId: uuid(),
}));

export const sprintCreateSchema = once(() =>
  z
    .strictObject({ teamId: uuid(), ...settable(), goal: goal().optional(), objectiveId: uuid().optional() })
    .meta({ id: 'CreateSprintRequest' }),
);

export const sprintPatch = definePatch('UpdateSprintRequest', {
  fields: settable,
  cleared: { goal: null, objectiveId: null },
});
