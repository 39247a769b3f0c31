import * as z from 'zod';
import { priorities } from '../../../kernel/core/priority.ts';
import { timestamp, uuid, memoize } from '../../../kernel/core/schema.ts';
import { blockReasons, misfitReasons, planReasons } from '../plan/task.ts';

/** The states of a story in a plan; `planning` until the planner has run. */
const placementStatuses = ['planning', 'scheduled', 'at_risk', 'cannot_fit', 'locked'] as const;

const reason = () => z.enum(blockReasons);
const slackMinutes = () => z.int().nullable();

const blockFields = memoize(() => ({
  startDate: timestamp(),
  endDate: timestamp(),
  reason: reason(),
  /** The story that the reason names. */
  reasonStoryId: uuid().nullable(),
}));

export const placementSchema = memoize(() =>
  z.object({
    storyId: uuid(),
    workspaceId: uuid(),
    teamId: uuid(),
    assigneeId: uuid(),
    status: z.enum(placementStatuses),
    blocks: z.array(z.object(blockFields())),
    misfit: z.enum(misfitReasons).nullable(),
    misfitStoryId: uuid().nullable(),
    slackMinutes: slackMinutes(),
    updatedAt: timestamp(),
    /** The story's fields that the planner used; null until it has run. */
    plannedAs: z.object({ priority: z.enum(priorities), notBefore: timestamp().nullable() }).nullable(),
  }),
);

/** The place of a story in the plan of its assignee. */
export type Placement = z.output<ReturnType<typeof placementSchema>>;

/** The placement of a story that has not been planned yet. */
export const unplannedPlacement = (
  { id, workspaceId, teamId }: { id: string; workspaceId: string; teamId: string },
  assigneeId: string,
  now: Date,
): Placement => ({
  storyId: id,
  workspaceId,
  teamId,
  assigneeId,
  status: 'planning',
  blocks: [],
  misfit: null,
  misfitStoryId: null,
  slackMinutes: null,
  plannedAs: null,
  updatedAt: now.toISOString(),
});

export const scheduledBlockSchema = memoize(() =>
  z
    .object({
      storyId: uuid(),
      reference: z.string(),
      title: z.string(),
      assigneeId: uuid(),
      startDate: timestamp(),
      endDate: timestamp(),
      locked: z.boolean(),
      reason: reason().meta({
        description:
          'What keeps the block from being earlier: nothing (as_soon_as_possible), the start date, a story that blocks this one, a story before it, a busy time, time off, the share of the team, that it stood there before (unchanged), that it has begun (under_way), or its lock.',
      }),
      reasonStoryId: uuid()
        .nullable()
        .meta({ description: 'The story that the reason names; null where the caller cannot see it.' }),
      slackMinutes: slackMinutes().meta({
        description:
          "Minutes from the story's last block to the end of its due day, negative when it is late; null without a due date.",
      }),
    })
    .meta({ id: 'ScheduledBlock', description: 'A stretch of time in which a story is planned.' }),
);

export type ScheduledBlock = z.output<ReturnType<typeof scheduledBlockSchema>>;

const storySchedule = memoize(() => ({
  storyId: uuid(),
  workspaceId: uuid(),
  teamId: uuid(),
  reference: z.string(),
  title: z.string(),
  assigneeId: uuid().nullable(),
  status: z.string(),
  startDate: timestamp().nullable(),
  endDate: timestamp().nullable(),
  slackMinutes: slackMinutes(),
  blocks: z.array(
    z.object({ startDate: timestamp(), endDate: timestamp() }).meta({
      id: 'BlockSpan',
      description: 'A stretch of time in which a story is planned.',
    }),
  ),
}));

/** The plan of a story, as events contain it. */
export const storyScheduleEventSchema = memoize(() =>
  z
    .object({ ...storySchedule(), updatedAt: timestamp() })
    .meta({ id: 'StoryScheduleEvent', description: 'The place of a story in a plan, as shown in events.' }),
);

export type StoryScheduleEvent = z.output<ReturnType<typeof storyScheduleEventSchema>>;

export const storyScheduleSchema = memoize(() =>
  z
    .object({
      ...storySchedule(),
      status: z.string().meta({ description: "The story's autoSchedulingStatus." }),
      reason: z
        .enum(planReasons)
        .nullable()
        .meta({ description: 'What keeps its first block from being earlier, or why it cannot fit.' }),
      reasonStoryId: uuid().nullable().meta({ description: 'The story that the reason names.' }),
      explanation: z.string().meta({ description: 'The same in words.' }),
    })
    .meta({ id: 'StorySchedule', description: 'When a story is planned, and why then.' }),
);

export type StorySchedule = z.output<ReturnType<typeof storyScheduleSchema>>;
