import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { visibleViewOrThrow } from './view-access.ts';
import { viewSchema } from './view.ts';
import { getViewItem, VIEW_PATH } from './view-item-store.ts';

export const getView = operation({
  id: 'getView',
  method: 'GET',
  path: VIEW_PATH,
  tag: 'Views',
  summary: 'Get a view',
  description:
    "Returns a view with its filter, sort order and columns. Views of teams that the caller has not joined, and other people's personal views, return 404.",
  scopes: ['stories:read'],
  params: { viewId: uuid() },
  output: viewSchema,
  load: ({ path, read }) => ({ view: getViewItem(read, path.viewId) }),
  handle: async ({ loaded, caller }) => visibleViewOrThrow(caller, loaded.view),
});
