import * as z from 'zod';
import { longText, text, timestamp, uuid } from '../lib/schema.ts';

export const priorities = ['No Priority', 'Low', 'Medium', 'High', 'Urgent'] as const;

export const autoSchedulingStatuses = [
  'off',
  'needs_owner',
  'needs_time',
  'planning',
  'scheduled',
  'at_risk',
  'cannot_fit',
  'locked',
] as const;
export type AutoSchedulingStatus = (typeof autoSchedulingStatuses)[number];

const MINUTES_MOST = 2_400;
const minutes = () =>
  z
    .int({ error: 'must be a whole number of minutes' })
    .min(1, { error: 'must be at least 1' })
    .max(MINUTES_MOST, { error: `must be at most ${MINUTES_MOST}` });

const title = () => text({ max: 500 });
const description = () => longText(32 * 1024);

/** Append new members at the end: their order is part of how stories are stored. */
export const storySchema = z
  .object({
    id: uuid(),
    workspaceId: uuid(),
    teamId: uuid(),
    sequenceId: z.int().meta({ description: 'Counts the stories of the team from 1; never used again.' }),
    reference: z.string().meta({ description: 'Team code and sequenceId, such as ENG-184.' }),
    title: title(),
    description: description().nullable(),
    statusId: uuid(),
    assigneeId: uuid().nullable(),
    reporterId: uuid(),
    sprintId: uuid().nullable(),
    objectiveId: uuid().nullable(),
    keyResultId: uuid().nullable(),
    parentId: uuid().nullable().meta({ description: 'The parent story, which may be of another team.' }),
    priority: z.enum(priorities),
    estimateValue: z.number().nullable().meta({ description: "In the unit of the team's estimate scheme." }),
    estimateLabel: z.string().nullable(),
    estimatedDurationMinutes: minutes().nullable(),
    minimumFocusBlockMinutes: minutes().nullable(),
    autoSchedulingEnabled: z.boolean(),
    autoSchedulingLocked: z.boolean(),
    autoSchedulingStatus: z.enum(autoSchedulingStatuses),
    labels: z.array(uuid()),
    startDate: timestamp().nullable(),
    endDate: timestamp().nullable(),
    completedAt: timestamp().nullable(),
    archivedAt: timestamp().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp().meta({
      description: 'The version that an update must name as expectedUpdatedAt.',
    }),
  })
  .meta({ id: 'Story', description: 'A piece of work that a team owns.' });

export type Story = z.output<typeof storySchema>;

/** What a caller may set, each as it is on creation and on update. */
const settable = {
  title: title(),
  description: description(),
  statusId: uuid(),
  assigneeId: uuid(),
  sprintId: uuid(),
  objectiveId: uuid(),
  keyResultId: uuid(),
  parentId: uuid(),
  priority: z.enum(priorities),
  estimateValue: z.number(),
  estimatedDurationMinutes: minutes(),
  minimumFocusBlockMinutes: minutes(),
  autoSchedulingEnabled: z.boolean(),
  labels: uniqueList(uuid(), 50),
  startDate: timestamp(),
  endDate: timestamp(),
};

function uniqueList<T extends z.ZodType<string>>(item: T, most: number) {
  return z
    .array(item)
    .max(most, { error: `must have at most ${most} entries` })
    .refine((values) => new Set(values).size === values.length, { error: 'must not name one twice' })
    .meta({ uniqueItems: true });
}

const optional = z.object(settable).partial().shape;

export const storyCreateSchema = z
  .strictObject({ teamId: uuid(), ...optional, title: title() })
  .meta({ id: 'StoryCreate' });

export type StoryCreate = z.output<typeof storyCreateSchema>;

/** The fields that clearFields can name, each with what it becomes. */
export const clearedValues = {
  description: null,
  assigneeId: null,
  sprintId: null,
  objectiveId: null,
  keyResultId: null,
  parentId: null,
  estimateValue: null,
  estimatedDurationMinutes: null,
  minimumFocusBlockMinutes: null,
  labels: [],
  startDate: null,
  endDate: null,
} as const satisfies Partial<Record<keyof typeof settable, null | []>>;

export type ClearableField = keyof typeof clearedValues;

const clearableFields = Object.keys(clearedValues) as ClearableField[];

export const storyUpdateSchema = z
  .strictObject({
    expectedUpdatedAt: timestamp().meta({ description: "The story's updatedAt that the caller has seen." }),
    ...optional,
    autoSchedulingLocked: z.boolean().optional(),
    clearFields: uniqueList(z.enum(clearableFields), clearableFields.length).optional(),
  })
  .superRefine(({ expectedUpdatedAt: _, clearFields = [], ...patch }, context) => {
    const set = Object.keys(patch);
    if (set.length + clearFields.length === 0) {
      context.addIssue({ code: 'custom', path: [], message: 'must set or clear at least one field' });
    }
    clearFields.forEach((field, position) => {
      if (!set.includes(field)) return;
      context.addIssue({
        code: 'custom',
        path: ['clearFields', position],
        message: `names ${field}, which the same request sets`,
      });
    });
  })
  .meta({ id: 'StoryUpdate' });

export type StoryUpdate = z.output<typeof storyUpdateSchema>;
