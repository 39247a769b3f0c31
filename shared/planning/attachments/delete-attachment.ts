import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getStoryItem } from '../story/story-store.ts';
import { assertCreatorOrAdmin, readableAttachmentOrThrow } from './attachment-access.ts';
import { deleteAttachmentItem, getAttachmentItem } from './attachment-store.ts';
import { ATTACHMENT_PATH } from './list-attachments.ts';

export const deleteAttachment = operation({
  id: 'deleteAttachment',
  method: 'DELETE',
  path: ATTACHMENT_PATH,
  tag: 'Attachments',
  summary: 'Delete an attachment',
  description:
    'Deletes an attachment and its file, which cannot be restored. Those of a comment are deleted by their authors and by admins.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['insufficient_role', 'conflict'],
  ifMatch: true,
  params: { storyId: uuid(), attachmentId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    attachment: getAttachmentItem(read, path.attachmentId),
  }),
  handle: async ({ path, loaded, caller, read, assertMatch, commit }) => {
    const attachment = await readableAttachmentOrThrow({ caller, read }, path, loaded);
    if (attachment.commentId !== null) assertCreatorOrAdmin(caller, attachment);
    assertMatch(attachment);
    await commit([deleteAttachmentItem(attachment, writeConflict)], attachment.id);
    return { id: attachment.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
