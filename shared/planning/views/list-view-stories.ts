import { fieldError } from '../../kernel/core/errors.ts';
import { list } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { storyIncludes } from '../stories/story-includes.ts';
import { isIndexedFilter, readStoryPage } from '../stories/story-list.ts';
import { storySchema } from '../stories/story.ts';
import { VIEW_PATH } from './get-view.ts';
import { visibleViewOrThrow } from './view-access.ts';
import { getViewItem } from './view-store.ts';

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
  includes: storyIncludes,
  load: ({ path, read }) => ({ view: getViewItem(read, path.viewId) }),
  handle: async ({ loaded, page, ...call }) => {
    const view = visibleViewOrThrow(call.caller, loaded.view);
    // Few requests of its function need the language of filters, or a read model.
    const [{ queryOf }, { nothingNamed, understandQuery }, { queryStories }] = await Promise.all([
      import('./view-query.ts'),
      import('../stories/story-query.ts'),
      import('../stories/query-stories.ts'),
    ]);
    const { filter, sort } = await understandQuery(queryOf(view), nothingNamed, call);
    const wanted = { ...page, after: positionIn(page.after, view) };
    const found =
      sort === undefined && isIndexedFilter(filter)
        ? await readStoryPage(call.read, filter, wanted)
        : await queryStories(call, filter, sort, wanted);
    return { ...found, next: found.next && `${view.updatedAt} ${found.next}` };
  },
});

/** A position counts in the version of the view that it was given for. */
function positionIn(after: string | undefined, { updatedAt }: { updatedAt: string }): string | undefined {
  if (after === undefined || after.startsWith(`${updatedAt} `)) return after?.slice(updatedAt.length + 1);
  throw fieldError('invalid_cursor', [
    { in: 'query', path: 'cursor', message: 'was issued before the view was changed' },
  ]);
}
