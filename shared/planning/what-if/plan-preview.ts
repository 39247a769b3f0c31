import * as z from 'zod';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { objectiveForecastSchema } from '../analysis/objective-forecast.ts';
import { sprintForecastSchema } from '../analysis/sprint-forecast.ts';
import { memberChangeFields, schedulePreviewSchema } from '../scheduling/planner/schedule-preview.ts';
import { storyPatch } from '../story/story-patch.ts';
import { settable } from '../story/story.ts';

/** The most changes of one preview. */
const CHANGES_MAX = 100;

/** Fields that place a story elsewhere, or that say under which conditions it is updated. */
const patch = memoize(() =>
  storyPatch
    .unversioned(
      ({ expectedUpdatedAt: _, teamId: __, rank: ___, fencingNumber: ____, takeOver: _____, ...fields }) =>
        fields,
    )
    .meta({
      id: 'PlannedStoryChange',
      description: 'Fields of a story as updateStory takes them, without a version.',
    }),
);

const created = memoize(() =>
  z
    .strictObject({ teamId: uuid(), ...z.object(settable()).partial().shape })
    .meta({ id: 'NewStoryChange', description: 'A story as createStory takes it; it needs no title.' }),
);

const change = memoize(() =>
  z
    .strictObject({
      storyId: uuid().optional().meta({ description: 'A story that would be different, with `patch`.' }),
      patch: patch().optional().meta({ description: 'What would be different of it.' }),
      memberId: uuid()
        .optional()
        .meta({ description: 'Someone with other working time: `timeOff`, `workingHours` or `busy`.' }),
      ...memberChangeFields(),
      create: created().optional().meta({ description: 'A story that there would be.' }),
    })
    .meta({
      id: 'PlanChange',
      description: 'What would be different: a story, working time, or one story more.',
    }),
);

export type PlanChange = z.output<ReturnType<typeof change>>;

export const planPreviewRequest = memoize(() =>
  z
    .strictObject({
      changes: z
        .array(change())
        .max(CHANGES_MAX, { error: `must contain at most ${CHANGES_MAX} changes` })
        .optional()
        .meta({ description: 'All at once; each story and each person once. Needed without proposalId.' }),
      proposalId: uuid()
        .optional()
        .meta({ description: 'An open proposal that is taken as accepted before the changes.' }),
    })
    .meta({ id: 'PreviewPlanRequest' }),
);

const compared = <Forecast extends z.ZodType>(id: string, forecast: Forecast, what: string) =>
  z
    .object({
      id: uuid(),
      now: forecast.meta({ description: 'As it is.' }),
      then: forecast.meta({ description: 'As it would be.' }),
    })
    .meta({ id, description: `The forecast of ${what} as it is, and as it would be.` });

export const planPreviewSchema = memoize(() =>
  z
    .object({
      objectives: z
        .array(compared('ObjectiveOutlook', objectiveForecastSchema(), 'an objective'))
        .meta({ description: 'Those that changed stories belong to, or would.' }),
      sprints: z
        .array(compared('SprintOutlook', sprintForecastSchema(), 'a sprint'))
        .meta({ description: 'Those that changed stories belong to, or would.' }),
      schedule: schedulePreviewSchema().meta({ description: 'What would move, be late or fit.' }),
    })
    .meta({
      id: 'PlanPreview',
      description: 'What changes would do to forecasts and schedules. Nothing of it is kept.',
    }),
);

export type PlanPreview = z.output<ReturnType<typeof planPreviewSchema>>;
