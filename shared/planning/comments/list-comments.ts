import type { PageRequest } from '../../kernel/core/call.ts';
import { list } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { updatedSince } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../stories/story-access.ts';
import { getStoryItem } from '../stories/story-store.ts';
import { commentSchema } from './comment.ts';
import {
  commentIdOf,
  commentSortKey,
  findReplies,
  findRoots,
  replyCountOf,
  threadBytes,
  toComment,
  showComment,
} from './comment-store.ts';
import { COMMENTS_PATH } from './get-comment.ts';
import type { Item } from '../../kernel/core/database.ts';
import { RESPONSE_DATA_MAX_BYTES } from '../../kernel/core/response-limits.ts';

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
    const roots = await findRoots(read, path.storyId, {
      before: page.after === undefined ? undefined : commentSortKey(page.after),
      limit: page.limit + 1,
    });
    const shown = fitting(roots, page);
    const threads = await Promise.all(
      shown.map(async (root) => ({
        root,
        replies: replyCountOf(root) > 0 ? await findReplies(read, commentIdOf(root)) : [],
      })),
    );
    const since = query.updatedSince;
    const changed = (item: Item) => since === undefined || toComment(item).updatedAt >= since;
    return {
      items: threads
        .filter(({ root, replies }) => [root, ...replies].some(changed))
        .map(({ root, replies }) => showComment(toComment(root), replies)),
      next: shown.length < roots.length ? commentIdOf(shown.at(-1)!) : undefined,
    };
  },
});

/**
 * The top-level comments that fit on a page. Each stores the size of its replies, so no replies are read
 * unnecessarily.
 */
function fitting(roots: readonly Item[], { limit }: PageRequest): Item[] {
  let bytes = 0;
  const end = roots.findIndex((root, position) => {
    bytes += threadBytes(root);
    return position === limit || (position > 0 && bytes > RESPONSE_DATA_MAX_BYTES);
  });
  return end === -1 ? [...roots] : roots.slice(0, end);
}
