import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { withoutDeletedComments } from './attachment-access.ts';
import { findAttachments, FOUND_MAX, toAttachment } from './attachment-store.ts';
import { attachmentSchema } from './attachment.ts';

export const ATTACHMENTS_PATH = `${WORKSPACE_PATH}/stories/{storyId}/attachments`;
export const ATTACHMENT_PATH = `${ATTACHMENTS_PATH}/{attachmentId}`;

export const listAttachments = list({
  id: 'listAttachments',
  path: ATTACHMENTS_PATH,
  tag: 'Attachments',
  summary: 'List the attachments of a story',
  description:
    'Returns the attachments of a story, newest first, those of its comments and those that wait for their file included.',
  scopes: ['stories:read'],
  params: { storyId: uuid() },
  query: () => ({
    commentId: uuid().optional().meta({ description: 'Only those of this comment.' }),
  }),
  item: attachmentSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path, query: { commentId }, loaded: { story }, caller, read, page }) => {
    readableStoryOrThrow(caller, story);
    // Few belong to one comment: of all, none of its own pages would be full.
    const limit = commentId === undefined ? page.limit + 1 : FOUND_MAX;
    const stored = await findAttachments(read, path.storyId, { before: page.after, limit });
    const found = stored.map(toAttachment).filter((one) => !commentId || one.commentId === commentId);
    const shown = found.slice(0, page.limit);
    return {
      items: await withoutDeletedComments(read, shown),
      next: shown.length < found.length ? shown.at(-1)!.id : undefined,
    };
  },
});
