import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { timestamp, uuid } from '../../kernel/core/schema.ts';
import { changeSetSummarySchema } from './change-set-summary.ts';

export const listChangeSets = list({
  id: 'listChangeSets',
  path: `${WORKSPACE_PATH}/change-sets`,
  tag: 'Changes',
  summary: 'List change sets',
  description:
    'Returns what was changed together since a time, by default a day ago, newest first: to see in the morning what an agent did in a night. Counts only what the caller may see. A page can end early, and a set of thousands of changes, or one that others interrupted, can be on the next page again with the rest of its counts.',
  // Each kind needs its own.
  scopes: [],
  errors: ['not_found', 'team_required'],
  query: () => ({
    actorId: uuid().optional().meta({ description: 'Only what this member or service account did.' }),
    since: timestamp().optional().meta({ description: 'At or after this time.' }),
    teamId: uuid().optional(),
  }),
  item: changeSetSummarySchema,
  handle: async ({ query, page, ...context }) => {
    // Imported on demand to keep the bundle under 250 KB.
    const { findChangeSets } = await import('./find-change-sets.ts');
    return await findChangeSets(context, query, page);
  },
});
