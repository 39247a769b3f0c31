import * as z from 'zod';
import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { actorSchema } from '../../kernel/core/actor-schema.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';

const summarySchema = memoize(() =>
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

export type ChangeSetSummary = z.output<ReturnType<typeof summarySchema>>;

export const listChangeSets = list({
  id: 'listChangeSets',
  path: `${WORKSPACE_PATH}/change-sets`,
  tag: 'Changes',
  summary: 'List change sets',
  description:
    'Returns what was changed together since a time, by default a day ago, oldest first: to see in the morning what an agent did in a night. Counts only what the caller may see. A page can end early, and a set that goes on after it is on the next page again.',
  // Each kind needs its own.
  scopes: [],
  errors: ['not_found', 'team_required'],
  query: () => ({
    actorId: uuid().optional().meta({ description: 'Only what this member or service account did.' }),
    since: timestamp().optional().meta({ description: 'At or after this time.' }),
    teamId: uuid().optional(),
  }),
  item: summarySchema,
  cursorIgnores: ['limit'],
  handle: async ({ query, page, ...context }) => {
    // Imported on demand to keep the bundle under 250 KB.
    const { findChangeSets } = await import('./find-change-sets.ts');
    return await findChangeSets(context, query, page);
  },
});
