import * as z from 'zod';
import { memoize } from '../../kernel/core/schema.ts';

/** What stories can be grouped by. */
export const storyGroups = ['status', 'assignee', 'label', 'sprint', 'priority', 'team'] as const;
export type StoryGroup = (typeof storyGroups)[number];

export const storyGroupSchema = memoize(() =>
  z
    .object({
      key: z.string().nullable().meta({
        description:
          'The id of the status, assignee, label, sprint or team, or the priority; null for stories that have none.',
      }),
      count: z
        .int()
        .meta({ description: 'Stories in the group; one with several labels is in the group of each.' }),
      estimate: z.number().meta({ description: 'The sum of their estimateValues.' }),
    })
    .meta({ id: 'StoryGroup', description: 'How many stories a group has.' }),
);

export type StoryGroupCount = z.output<ReturnType<typeof storyGroupSchema>>;
