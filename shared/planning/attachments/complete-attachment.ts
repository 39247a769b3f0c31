import { operation } from '../../kernel/api/operation/operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getStoryItem } from '../story/story-store.ts';
import { readableAttachmentOrThrow } from './attachment-access.ts';
import { keepFile, scanOf, uploadedFile } from './attachment-files.ts';
import { getAttachmentItem, replaceAttachment } from './attachment-store.ts';
import { attachmentSchema, type Attachment } from './attachment.ts';
import { typeOfFile } from './file-type.ts';
import { ATTACHMENT_PATH } from './list-attachments.ts';
import { recordedAttachment, recordOfAttachment } from './recorded-attachment.ts';

export const completeAttachment = operation({
  id: 'completeAttachment',
  method: 'POST',
  path: `${ATTACHMENT_PATH}/complete`,
  tag: 'Attachments',
  summary: 'Complete the upload of an attachment',
  description:
    'Looks at the uploaded file, and makes the attachment ready: from then on others find and download it. Its contentType is then what its first bytes show, whatever was announced. A 409 conflict says that the file has not arrived, or has not passed the scan of the environment, if there is one.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  params: { storyId: uuid(), attachmentId: uuid() },
  output: attachmentSchema,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    attachment: getAttachmentItem(read, path.attachmentId),
  }),
  handle: async ({ path, loaded, caller, read, now, setting, commit }) => {
    const attachment = await readableAttachmentOrThrow({ caller, read }, path, loaded);
    if (attachment.state === 'ready') {
      await commit([], recordOfAttachment(attachment));
      return attachment;
    }
    const [{ workspaceId }, { id }] = [caller, attachment];
    const file = await uploadedFile({ setting }, workspaceId, id);
    if (!file) throw notUploaded();
    const scanned = await scanOf({ setting }, workspaceId, id);
    if (scanned !== 'clean') throw scanned === 'awaited' ? notScanned() : notClean();
    if (!(await keepFile({ setting }, workspaceId, id, file))) throw writeConflict();
    const ready: Attachment = {
      ...attachment,
      state: 'ready',
      size: file.size,
      contentType: typeOfFile(file.start, attachment.contentType),
      updatedAt: nextTimestamp(now, attachment.updatedAt),
    };
    const { updatedAt } = attachment;
    await commit(
      [replaceAttachment(ready, { workspaceId, updatedAt }, writeConflict)],
      recordOfAttachment(attachment),
    );
    return ready;
  },
  replay: recordedAttachment,
});

const notUploaded = () =>
  conflict(
    'The file has not arrived.',
    'POST it with the fields that createAttachment returned, and repeat this request.',
  );

const notScanned = () => conflict('The file has not been scanned yet.', 'Repeat this request in a moment.');

const notClean = () => conflict('The scan has refused the file.', 'Delete the attachment.');
