import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../stories/story-access.ts';
import { getStoryItem } from '../stories/story-store.ts';
import { attachmentIdOf, findAttachments, toAttachment } from './attachment-store.ts';
import { attachmentSchema } from './attachment.ts';

export const ATTACHMENTS_PATH = `${WORKSPACE_PATH}/stories/{storyId}/attachments`;
export const ATTACHMENT_PATH = `${ATTACHMENTS_PATH}/{attachmentId}`;

export const listAttachments = list({
  id: 'listAttachments',
  path: ATTACHMENTS_PATH,
  tag: 'Attachments',
  summary: 'List the attachments of a story',
  description: 'Returns the attachments of a story, newest first, those that wait for their file included.',
  scopes: ['stories:read'],
  params: { storyId: uuid() },
  item: attachmentSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path, loaded: { story }, caller, read, page: { after, limit } }) => {
    readableStoryOrThrow(caller, story);
    const found = await findAttachments(read, path.storyId, { before: after, limit: limit + 1 });
    const shown = found.slice(0, limit);
    return {
      items: shown.map(toAttachment),
      next: shown.length < found.length ? attachmentIdOf(shown.at(-1)!) : undefined,
    };
  },
});
