import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { conflict, invalidRequest } from '../../kernel/core/errors.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { getStoryItem } from '../story/story-store.ts';
import { readableAttachmentOrThrow } from './attachment-access.ts';
import { LINK_SECONDS, linkTo } from './attachment-files.ts';
import { getAttachmentItem } from './attachment-store.ts';
import { isImage } from './file-type.ts';
import { ATTACHMENT_PATH } from './list-attachments.ts';

const downloadSchema = memoize(() =>
  z
    .object({
      url: z.url().meta({ description: 'The file, without a credential.' }),
      expiresAt: timestamp(),
    })
    .meta({ id: 'AttachmentDownload', description: 'A link to the file of an attachment.' }),
);

export const getAttachmentDownload = operation({
  id: 'getAttachmentDownload',
  method: 'GET',
  path: `${ATTACHMENT_PATH}/download`,
  tag: 'Attachments',
  summary: 'Get a link to the file of an attachment',
  description:
    'Returns a link to the file that is valid for five minutes for anyone who has it. Browsers save the file under its name; with disposition=inline they show it, if it is a PNG, JPEG, GIF or WebP image.',
  scopes: ['stories:read'],
  errors: ['conflict'],
  params: { storyId: uuid(), attachmentId: uuid() },
  query: () => ({
    disposition: z
      .enum(['attachment', 'inline'])
      .optional()
      .meta({ description: 'What browsers do with the file.', default: 'attachment' }),
  }),
  output: downloadSchema,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    attachment: getAttachmentItem(read, path.attachmentId),
  }),
  handle: async ({ path, query: { disposition = 'attachment' }, loaded, caller, read, now, setting }) => {
    const attachment = await readableAttachmentOrThrow({ caller, read }, path, loaded);
    if (attachment.state !== 'ready') {
      throw conflict('The attachment has no file yet.', 'Upload it, and call completeAttachment.');
    }
    if (disposition === 'inline' && !isImage(attachment.contentType)) throw notShown();
    return {
      url: linkTo({ now, setting }, caller.workspaceId, attachment, disposition),
      expiresAt: new Date(now.getTime() + LINK_SECONDS * 1_000).toISOString(),
    };
  },
});

const notShown = () =>
  invalidRequest([
    { path: 'disposition', in: 'query', message: 'can be inline only for PNG, JPEG, GIF and WebP images' },
  ]);
