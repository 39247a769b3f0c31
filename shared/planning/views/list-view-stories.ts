import { list } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { storyListIncludes } from '../stories/story-includes.ts';
import { storySchema } from '../story/story.ts';
import { getViewItem, VIEW_PATH } from './view-item-store.ts';

export const listViewStories = list({
  id: 'listViewStories',
  path: `${VIEW_PATH}/stories`,
  tag: 'Views',
  summary: 'List the stories of a view',
  description:
    "Runs a view: returns the stories that its filter means for the caller, in its order. A team's view has the stories of that team, unless its filter names teams. The list can be up to two seconds behind.",
  scopes: ['stories:read'],
  errors: ['team_required', 'service_unavailable'],
  params: { viewId: uuid() },
  item: storySchema,
  includes: storyListIncludes,
  load: ({ path, read }) => ({ view: getViewItem(read, path.viewId) }),
  // Imported on demand: few requests of its function run views.
  handle: async ({ loaded, page, ...call }) =>
    await (await import('./page-of-view.ts')).pageOfView(call, loaded.view, page),
});
