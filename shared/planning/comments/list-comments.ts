import { list } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { updatedSince } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { commentSchema } from './comment.ts';
import { commentSortKey, toComment, showComment } from './comment-store.ts';
import { COMMENTS_PATH } from './get-comment.ts';
import { readThreads } from './read-threads.ts';
import type { Item } from '../../kernel/core/database.ts';

export const listComments = list({
  id: 'listComments',
  path: COMMENTS_PATH,
  tag: 'Comments',
  summary: 'List comments on a story',
  description:
    "Returns a story's comments, newest first, each with its replies. Replies do not count towards limit. With updatedSince, returns the comments that were changed or got a changed reply; a page can then have fewer items than limit. A page also ends early if the response would exceed 4 MB.",
  scopes: ['comments:read', 'stories:read'],
  params: { storyId: uuid() },
  query: () => ({
    updatedSince: updatedSince().meta({
      description: 'updatedAt of the comment or of a reply to it at or after this time.',
    }),
  }),
  item: commentSchema,
  tool: {
    name: 'list_comments',
    title: 'List comments',
    description: 'Comments on a story or feedback item, newest first, with replies: {"story":"ENG-12"}.',
    annotations: readOnly,
  },
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path, query, loaded, caller, read, page }) => {
    readableStoryOrThrow(caller, loaded.story);
    const { threads, next } = await readThreads(read, path.storyId, {
      before: page.after === undefined ? undefined : commentSortKey(page.after),
      limit: page.limit,
    });
    const since = query.updatedSince;
    const changed = (item: Item) => since === undefined || toComment(item).updatedAt >= since;
    return {
      items: threads
        .filter(({ root, replies }) => [root, ...replies].some(changed))
        .map(({ root, replies }) => showComment(toComment(root), replies)),
      next,
    };
  },
});
