import * as z from 'zod';
import { memoize, timestamp } from '../../kernel/core/schema.ts';
import { delayCauses } from '../forecasts/delay-causes.ts';

const probability = () => z.number().min(0).max(1);

export const objectiveForecastSchema = memoize(() =>
  z
    .object({
      name: z.string(),
      endDate: timestamp().nullable(),
      p50: timestamp().nullable(),
      p85: timestamp().nullable(),
      p95: timestamp().nullable(),
      probabilityOfTarget: probability()
        .nullable()
        .meta({ description: 'The probability that it is done by its endDate; null without one.' }),
      withFewerStories: z.array(z.object({ stories: z.int(), probabilityOfTarget: probability() })).meta({
        description: 'That probability if so many stories of average size were left out.',
      }),
      delays: z.array(z.object({ cause: z.enum(delayCauses), days: z.int() })).meta({
        description:
          'What puts off p85, the greatest first, and by how many days: how much earlier it would be without the other objectives, work outside of objectives, growing scope, relations, or the start date.',
      }),
      completed: z.int().meta({ description: 'Stories that are completed.' }),
      remaining: z.int().meta({ description: 'Stories that are neither completed nor cancelled.' }),
      throughputDays: z.int().meta({ description: 'Days with completions in the last 182.' }),
      insufficientHistory: z
        .boolean()
        .meta({ description: 'Whether fewer than 10 days had completions, too few to forecast from.' }),
      healthSuggested: z.enum(['on_track', 'at_risk', 'off_track']).nullable(),
      healthReason: z.string().nullable(),
      assumptions: z.array(z.string()),
      calibration: z.object({ share: probability(), of: z.int() }).nullable().meta({
        description:
          "The share of the team's past p85 dates that held, one for each objective and week, of those whose outcome is known; null if there are none.",
      }),
    })
    .meta({ id: 'ObjectiveForecast' }),
);
