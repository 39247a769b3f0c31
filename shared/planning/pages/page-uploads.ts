/** What the page of a story needs to take, store and delete files. */
export { scanOf, storeUpload } from '../attachments/attachment-files.ts';
export { ATTACHMENT_MAX_BYTES } from '../attachments/attachment.ts';
export { completeAttachment } from '../attachments/complete-attachment.ts';
export { createAttachment } from '../attachments/create-attachment.ts';
export { deleteAttachment } from '../attachments/delete-attachment.ts';
export { UNKNOWN_TYPE } from '../attachments/file-type.ts';
