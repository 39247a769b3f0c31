import * as z from 'zod';
import { memoize, uuid } from '../../kernel/core/schema.ts';

export const sprintForecastSchema = memoize(() =>
  z
    .object({
      name: z.string(),
      completed: z.int().meta({ description: 'Stories that are completed.' }),
      expectedCompleted: z.object({ p15: z.int(), p50: z.int(), p85: z.int() }).nullable(),
      unlikelyStoryIds: z.array(uuid()),
      remaining: z.int().meta({ description: 'Stories that are neither completed nor cancelled.' }),
      throughputDays: z.int(),
      insufficientHistory: z.boolean(),
      assumptions: z.array(z.string()),
    })
    .meta({ id: 'SprintForecast' }),
);
