import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import type { Caller } from '../core/caller.ts';
import { notFound } from '../core/errors.ts';
import { uuid } from '../core/schema.ts';
import {
  canSeeObjective,
  getObjectiveReference,
  type ObjectiveReference,
} from '../objectives/objective-store.ts';
import { historyEntrySchema, type StoredEntry } from './history-entry.ts';
import { allEntries } from './history-store.ts';
import { pageOfHistory } from './page-of-history.ts';

export const listObjectiveHistory = list({
  id: 'listObjectiveHistory',
  path: `${WORKSPACE_PATH}/objectives/{objectiveId}/history`,
  tag: 'Changes',
  summary: 'List the history of an objective',
  description:
    'Returns who changed an objective, when, how and through what, newest first. Of an objective that was private once, those who would not have seen it then get the history since it was last opened.',
  scopes: ['objectives:read'],
  params: { objectiveId: uuid() },
  item: historyEntrySchema,
  load: ({ path, read }) => ({ objective: getObjectiveReference(read, path.objectiveId) }),
  handle: async ({ path: { objectiveId: id }, loaded: { objective }, page, ...context }) => {
    const { caller, read } = context;
    if (!objective || !canSeeObjective(caller, objective)) throw notFound('objective');
    const entries = await allEntries(read, { name: 'objective', id });
    const visible = sawAlways(caller, objective) ? entries : sinceOpened(entries);
    const { after } = page;
    const rest = after === undefined ? visible : visible.filter((entry) => entry.id < after);
    return await pageOfHistory(context, 'objective', rest, page);
  },
});

/** Whether a caller sees an objective also while it is private. */
const sawAlways = (caller: Caller, objective: ObjectiveReference): boolean =>
  canSeeObjective(caller, { ...objective, private: true });

/** The entries, newest first, since an objective was last opened; of that change, only that it was opened. */
function sinceOpened(entries: readonly StoredEntry[]): StoredEntry[] {
  const isOpening = ({ field, from }: StoredEntry['changes'][number]) => field === 'private' && from === true;
  const opened = entries.findIndex(({ changes }) => changes.some(isOpening));
  if (opened < 0) return [...entries];
  const { changes, ...opening } = entries[opened]!;
  return [...entries.slice(0, opened), { ...opening, changes: changes.filter(isOpening) }];
}
