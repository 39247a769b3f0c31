import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import {
  canSeeObjective,
  getEarlierReaders,
  getObjectiveReference,
} from '../../planning/objective/objective-store.ts';
import { historyEntrySchema } from './history-entry.ts';
import { allEntries } from './history-store.ts';
import { visibilityOfEntries } from './objective-past.ts';
import { pageOfHistory } from './page-of-history.ts';

export const listObjectiveHistory = list({
  id: 'listObjectiveHistory',
  path: `${WORKSPACE_PATH}/objectives/{objectiveId}/history`,
  tag: 'Changes',
  summary: 'List the history of an objective',
  description:
    'Returns who changed an objective, when, how and through what, newest first. What happened while the objective was private is returned to those who could see it then: its creator, its lead at that time, and admins.',
  scopes: ['objectives:read'],
  params: { objectiveId: uuid() },
  item: historyEntrySchema,
  load: ({ path, read }) => ({ objective: getObjectiveReference(read, path.objectiveId) }),
  handle: async ({ path: { objectiveId: id }, loaded: { objective }, page, ...context }) => {
    const { caller, read } = context;
    if (!objective || !canSeeObjective(caller, objective)) throw notFound('objective');
    const [entries, earlier] = await Promise.all([
      allEntries(read, { name: 'objective', id }),
      getEarlierReaders(read, id),
    ]);
    const visible = entries.flatMap(visibilityOfEntries(caller, objective, earlier));
    const { after } = page;
    const rest = after === undefined ? visible : visible.filter((entry) => entry.id < after);
    return await pageOfHistory(context, 'objective', rest, page);
  },
});
