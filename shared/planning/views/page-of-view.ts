import type { OperationContext, PageRequest } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { fieldError } from '../../kernel/core/errors.ts';
import { queryStories } from '../stories/query-stories.ts';
import { isIndexedFilter, readStoryPage } from '../stories/story-list.ts';
import { nothingNamed, understandQuery } from '../stories/understand-query.ts';
import { visibleViewOrThrow } from './view-access.ts';
import { queryOf } from './view-query.ts';

/** A page of the stories that a view's filter means for the caller. */
export async function pageOfView(call: OperationContext, item: Item | undefined, page: PageRequest) {
  const view = visibleViewOrThrow(call.caller, item);
  const { filter, sort } = await understandQuery(await queryOf(view), nothingNamed, call);
  const wanted = { ...page, after: positionIn(page.after, view) };
  const found =
    sort === undefined && isIndexedFilter(filter)
      ? await readStoryPage(call.read, filter, wanted)
      : await queryStories(call, filter, sort, wanted);
  return { ...found, next: found.next && `${view.updatedAt} ${found.next}` };
}

/** A position counts in the version of the view that it was given for. */
function positionIn(after: string | undefined, { updatedAt }: { updatedAt: string }): string | undefined {
  if (after === undefined || after.startsWith(`${updatedAt} `)) return after?.slice(updatedAt.length + 1);
  throw fieldError('invalid_cursor', [
    { in: 'query', path: 'cursor', message: 'was issued before the view was changed' },
  ]);
}
