import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { visibleSprintOrThrow } from '../../planning/sprints/sprint-access.ts';
import { getSprintItem } from '../../planning/sprints/sprint-store.ts';
import { historyEntrySchema } from './history-entry.ts';
import { findEntries } from './history-store.ts';
import { pageOfHistory } from './page-of-history.ts';

export const listSprintHistory = list({
  id: 'listSprintHistory',
  path: `${WORKSPACE_PATH}/sprints/{sprintId}/history`,
  tag: 'Changes',
  summary: 'List the history of a sprint',
  description: 'Returns who changed a sprint, when, how and through what, newest first.',
  scopes: ['sprints:read'],
  params: { sprintId: uuid() },
  item: historyEntrySchema,
  load: ({ path, read }) => ({ sprint: getSprintItem(read, path.sprintId) }),
  handle: async ({ path: { sprintId: id }, loaded: { sprint }, page, ...context }) => {
    visibleSprintOrThrow(context.caller, sprint);
    const { after, limit } = page;
    const entries = await findEntries(context.read, { name: 'sprint', id }, { after, limit: limit + 1 });
    return await pageOfHistory(context, 'sprint', entries, page);
  },
});
