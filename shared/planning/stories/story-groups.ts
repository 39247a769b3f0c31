import * as z from 'zod';
import { memoize } from '../../kernel/core/schema.ts';

/** What stories can be grouped by. */
export const storyGroups = ['status', 'category', 'assignee', 'label', 'sprint', 'priority', 'team'] as const;
export type StoryGroup = (typeof storyGroups)[number];

/** A group by the values of a custom field, such as `cf.severity`. */
export type FieldGroup = `cf.${string}`;

/** A value of `groupBy`. */
export const storyGroupBy = memoize(() =>
  z.union([z.enum(storyGroups), z.templateLiteral(['cf.', z.string().regex(/[a-z][a-z0-9_]{0,39}/)])], {
    error: `must be one of ${storyGroups.join(', ')}, or cf. and the key of a custom field`,
  }),
);

export const isFieldGroup = (groupBy: StoryGroup | FieldGroup): groupBy is FieldGroup =>
  groupBy.startsWith('cf.');

export const storyGroupSchema = memoize(() =>
  z
    .object({
      key: z.string().nullable().meta({
        description:
          'The id of the status, assignee, label, sprint or team, the category, the priority, or the value of the custom field as text; null for stories that have none.',
      }),
      count: z.int().meta({
        description: 'Stories in the group; one with several labels or values is in the group of each.',
      }),
      estimate: z.number().meta({ description: 'The sum of their estimateValues.' }),
    })
    .meta({ id: 'StoryGroup', description: 'How many stories a group has.' }),
);

export type StoryGroupCount = z.output<ReturnType<typeof storyGroupSchema>>;
