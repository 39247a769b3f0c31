import { notFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { visibleViewOrThrow } from './view-access.ts';
import { assertRunnable } from './view-query.ts';
import { viewPatch, viewSchema } from './view.ts';
import { replaceView, toView } from './view-store.ts';
import { getViewItem, VIEW_PATH } from './view-item-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const updateView = operation({
  id: 'updateView',
  method: 'PATCH',
  path: VIEW_PATH,
  tag: 'Views',
  summary: 'Update a view',
  description:
    "Changes a personal view of the caller's, or a view of one of their teams, for all its members.",
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['version_conflict'],
  params: { viewId: uuid() },
  body: viewPatch.schema,
  output: viewSchema,
  load: ({ path, read }) => ({ view: getViewItem(read, path.viewId) }),
  handle: async ({ body, loaded, caller, now, commit }) => {
    const view = visibleViewOrThrow(caller, loaded.view);
    if (view.updatedAt !== body.expectedUpdatedAt) throw viewPatch.conflict(view, body);
    const next = nextVersion(view, viewPatch.apply(view, body), now);
    await assertRunnable(next, now);
    const stale = (current: Item | undefined) =>
      current ? viewPatch.conflict(toView(current), body) : notFound('view');
    await commit(next === view ? [] : [replaceView(next, view, stale)], view.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleViewOrThrow(caller, await getViewItem(read, resourceId)),
});
