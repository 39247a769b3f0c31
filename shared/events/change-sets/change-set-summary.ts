import * as z from 'zod';
import { actorSchema } from '../../kernel/core/actor-schema.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';

export const changeSetSummarySchema = memoize(() =>
  z
    .object({
      id: uuid(),
      actor: actorSchema(),
      startedAt: timestamp(),
      endedAt: timestamp(),
      counts: z.record(z.string(), z.int()).meta({
        description: 'How many changes of each type, such as `story.updated`.',
      }),
    })
    .meta({ id: 'ChangeSetSummary', description: 'What an actor changed together, counted.' }),
);

export type ChangeSetSummary = z.output<ReturnType<typeof changeSetSummarySchema>>;
