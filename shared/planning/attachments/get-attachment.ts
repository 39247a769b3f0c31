import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getStoryItem } from '../story/story-store.ts';
import { readableAttachmentOrThrow } from './attachment-access.ts';
import { getAttachmentItem } from './attachment-store.ts';
import { attachmentSchema } from './attachment.ts';
import { ATTACHMENT_PATH } from './list-attachments.ts';

export const getAttachment = operation({
  id: 'getAttachment',
  method: 'GET',
  path: ATTACHMENT_PATH,
  tag: 'Attachments',
  summary: 'Get an attachment',
  description:
    'Returns what is known of a file of a story; getAttachmentDownload returns a link to the file.',
  scopes: ['stories:read'],
  params: { storyId: uuid(), attachmentId: uuid() },
  output: attachmentSchema,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    attachment: getAttachmentItem(read, path.attachmentId),
  }),
  handle: async ({ path, loaded, caller, read }) =>
    await readableAttachmentOrThrow({ caller, read }, path, loaded),
});
