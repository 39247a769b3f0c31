import * as z from 'zod';
import { memoize, uuid } from '../../kernel/core/schema.ts';

/** What time can be summed of. */
export const summedBy = ['storyId', 'sprintId', 'objectiveId', 'memberId'] as const;

/** The time spent on a story, as reads of stories include it. */
export const storyTimeSpentSchema = memoize(() =>
  z
    .object({ storyId: uuid(), minutes: z.int() })
    .meta({ id: 'StoryTimeSpent', description: 'The time spent on a story.' }),
);

export const timeSpentSchema = memoize(() =>
  z
    .object({
      minutes: z.int(),
      stories: z.int().meta({ description: 'The number of stories that it was spent on.' }),
      truncated: z.boolean().meta({ description: 'Whether there is more than one request sums.' }),
    })
    .meta({ id: 'TimeSpent', description: 'The sum of time entries.' }),
);

export type TimeSpent = z.output<ReturnType<typeof timeSpentSchema>>;
