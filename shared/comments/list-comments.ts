import type { PageRequest } from '../core/call.ts';
import { list } from '../api/operation/operation.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import { uuid } from '../core/schema.ts';
import { readableStoryOrThrow } from '../stories/get-story.ts';
import { getStoryItem } from '../stories/story-store.ts';
import { commentSchema } from './comment.ts';
import {
  commentIdOf,
  commentSortKey,
  findReplies,
  findRoots,
  replyCountOf,
  threadBytes,
  toCommentJson,
} from './comment-store.ts';
import { COMMENTS_PATH } from './get-comment.ts';
import type { Item } from '../core/database.ts';

/** The most bytes of a page's threads together; Lambda's own answers end at 6 MB. */
const PAGE_MAX_BYTES = 4_000_000;

export const listComments = list({
  id: 'listComments',
  path: COMMENTS_PATH,
  tag: 'Comments',
  summary: 'List the comments of a story',
  description:
    'The comments of a story, newest first, each with the replies to it, which do not count towards the limit. A page ends early where its answer would pass 4 MB.',
  scopes: ['comments:read', 'stories:read'],
  params: { storyId: uuid() },
  item: commentSchema,
  tool: {
    name: 'list_comments',
    title: 'List comments',
    description: 'The comments on a story, newest first, each with its replies.',
    annotations: readOnly,
  },
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path, loaded, caller, read, page }) => {
    readableStoryOrThrow(caller, loaded.story);
    const roots = await findRoots(read, path.storyId, {
      before: page.after === undefined ? undefined : commentSortKey(page.after),
      limit: page.limit + 1,
    });
    const shown = fitting(roots, page);
    const replies = await Promise.all(
      shown.map(async (root) => (replyCountOf(root) > 0 ? await findReplies(read, commentIdOf(root)) : [])),
    );
    return {
      items: shown.map((root, position) => toCommentJson(root, replies[position]!)),
      next: shown.length < roots.length ? commentIdOf(shown.at(-1)!) : undefined,
    };
  },
});

/** The roots that a page shows. Each knows how long its replies are, so none are read in vain. */
function fitting(roots: readonly Item[], { limit }: PageRequest): Item[] {
  let bytes = 0;
  const end = roots.findIndex((root, position) => {
    bytes += threadBytes(root);
    return position === limit || (position > 0 && bytes > PAGE_MAX_BYTES);
  });
  return end === -1 ? [...roots] : roots.slice(0, end);
}
