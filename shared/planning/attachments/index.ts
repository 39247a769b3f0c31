import { completeAttachment } from './complete-attachment.ts';
import { createAttachment } from './create-attachment.ts';
import { deleteAttachment } from './delete-attachment.ts';
import { getAttachment } from './get-attachment.ts';
import { getAttachmentDownload } from './get-attachment-download.ts';
import { listAttachments } from './list-attachments.ts';

export const attachmentOperations = [
  listAttachments,
  createAttachment,
  getAttachment,
  completeAttachment,
  getAttachmentDownload,
  deleteAttachment,
];
