import * as z from 'zod';
import { timestamp, uniqueList, uuid, memoize } from '../../../kernel/core/schema.ts';
import { planReasons } from '../plan/task.ts';
import { storyPatch } from '../../story/story-patch.ts';
import { busySpanSchema, daysOffSchema, workingHoursUpdateSchema } from '../working-time/working-time.ts';

const STORIES_MAX = 100;
const MEMBERS_MAX = 20;
const TIMES_MAX = 50;

const clearable = [
  'assigneeId',
  'startDate',
  'endDate',
  'estimatedDurationMinutes',
  'minimumFocusBlockMinutes',
] as const;

const storyChange = memoize(() => {
  const { priority, assigneeId, startDate, endDate, autoSchedulingEnabled } = storyPatch.schema().shape;
  const { estimatedDurationMinutes, minimumFocusBlockMinutes } = storyPatch.schema().shape;
  return z
    .strictObject({
      storyId: uuid(),
      priority,
      assigneeId,
      startDate,
      endDate,
      estimatedDurationMinutes,
      minimumFocusBlockMinutes,
      autoSchedulingEnabled,
      clearFields: uniqueList(z.enum(clearable), clearable.length).optional(),
    })
    .meta({ id: 'StoryChange', description: 'What would be different of a story; the rest is as it is.' });
});

export type StoryChange = z.output<ReturnType<typeof storyChange>>;

/** What would be different of someone's working time. */
export const memberChangeFields = memoize(() => {
  const { timeZone, weekly, teamShares } = workingHoursUpdateSchema().shape;
  return {
    workingHours: z
      .strictObject({ timeZone, weekly, teamShares })
      .optional()
      .meta({ description: 'In place of the hours that they have.' }),
    timeOff: z
      .array(daysOffSchema())
      .max(TIMES_MAX, { error: `must contain at most ${TIMES_MAX} entries` })
      .optional()
      .meta({ description: 'Days off in addition to those that they have.' }),
    busy: z
      .array(busySpanSchema())
      .max(TIMES_MAX, { error: `must contain at most ${TIMES_MAX} entries` })
      .optional()
      .meta({ description: 'Busy times in addition to those that they have.' }),
  };
});

const memberChange = memoize(() =>
  z
    .strictObject({ memberId: uuid(), ...memberChangeFields() })
    .meta({ id: 'MemberChange', description: "What would be different of a member's working time." }),
);

export type MemberChange = z.output<ReturnType<typeof memberChange>>;

export const schedulePreviewRequestSchema = memoize(() =>
  z
    .strictObject({
      stories: z
        .array(storyChange())
        .max(STORIES_MAX, { error: `must contain at most ${STORIES_MAX} entries` })
        .default([]),
      members: z
        .array(memberChange())
        .max(MEMBERS_MAX, { error: `must contain at most ${MEMBERS_MAX} entries` })
        .default([]),
    })
    .meta({ id: 'PreviewScheduleRequest' }),
);

const plannedState = memoize(() =>
  z
    .object({
      assigneeId: uuid(),
      status: z.string().meta({ description: "The story's autoSchedulingStatus." }),
      startDate: timestamp().nullable(),
      endDate: timestamp().nullable(),
      slackMinutes: z.int().nullable(),
    })
    .meta({ id: 'PlannedState', description: 'When a story is planned, and whether it fits.' }),
);

const scheduleMoveSchema = memoize(() =>
  z
    .object({
      storyId: uuid(),
      teamId: uuid(),
      reference: z.string(),
      title: z.string(),
      before: plannedState().nullable().meta({ description: 'Null if it is in no plan now.' }),
      after: plannedState().nullable().meta({ description: 'Null if it would be in no plan.' }),
      reason: z
        .enum(planReasons)
        .nullable()
        .meta({ description: 'What would keep it from being earlier, or why it could not fit.' }),
      reasonStoryId: uuid().nullable().meta({ description: 'The story that the reason names.' }),
      explanation: z.string().meta({ description: 'The same in words.' }),
    })
    .meta({ id: 'ScheduleMove', description: 'How a change would move a story, and why.' }),
);

export type ScheduleMove = z.output<ReturnType<typeof scheduleMoveSchema>>;

export const schedulePreviewSchema = memoize(() =>
  z
    .object({
      moved: z
        .array(scheduleMoveSchema())
        .meta({ description: 'Stories that would stand elsewhere, or in no plan, the earliest first.' }),
      newlyAtRisk: z.array(scheduleMoveSchema()).meta({
        description: 'Stories that would be late or fit nowhere, and are better off now.',
      }),
      newlyFitting: z.array(scheduleMoveSchema()).meta({
        description: 'Stories that are late or fit nowhere now, and would be better off.',
      }),
      complete: z.boolean().meta({
        description:
          'False if the change reaches more people, or plans that take more work, than one preview does; what is beyond that is left out.',
      }),
    })
    .meta({ id: 'SchedulePreview', description: 'What a change would do to plans. Nothing of it is kept.' }),
);

export type SchedulePreview = z.output<ReturnType<typeof schedulePreviewSchema>>;
