import * as z from 'zod';
import { storyCountsSchema } from '../counts/story-counts.ts';
import { timeZone } from '../../kernel/core/time-zone.ts';
import { name, text, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

/** The zone in which a sprint's start and end are days. */
export const zoneOfDays = () =>
  timeZone().meta({
    description:
      "The zone of its days: that of its team's cadence, UTC without one. It lasts from the day of startDate through that of endDate there; midnight UTC means that date in every zone.",
  });

export const goal = () => text({ max: 2_000, multiline: true });

const stored = memoize(() => ({
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
  timeZone: zoneOfDays(),
}));

export const storedSprintSchema = memoize(() => z.object(stored()));
export type StoredSprint = z.output<ReturnType<typeof storedSprintSchema>>;

export const sprintSchema = memoize(() =>
  z
    .object({ ...stored(), storyCounts: storyCountsSchema() })
    .meta({ id: 'Sprint', description: 'A time box in which a team plans to complete selected stories.' }),
);

export type Sprint = z.output<ReturnType<typeof sprintSchema>>;
