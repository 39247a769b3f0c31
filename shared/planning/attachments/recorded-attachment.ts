import type { ReplayCall } from '../../kernel/core/call.ts';
import { getStoryItem } from '../story/story-store.ts';
import { readableAttachmentOrThrow } from './attachment-access.ts';
import { getAttachmentItem } from './attachment-store.ts';
import type { Attachment } from './attachment.ts';

/** Names an attachment in the record of an idempotency key: its story, and its own id. */
export const recordOfAttachment = ({ storyId, id }: Pick<Attachment, 'storyId' | 'id'>): string =>
  `${storyId} ${id}`;

/** Returns the attachment of an earlier request, as it is now. */
export async function recordedAttachment({ caller, read, resourceId }: ReplayCall): Promise<Attachment> {
  const [storyId = '', attachmentId = ''] = resourceId.split(' ');
  const [story, attachment] = await Promise.all([
    getStoryItem(read, storyId),
    getAttachmentItem(read, attachmentId),
  ]);
  return await readableAttachmentOrThrow({ caller, read }, { storyId, attachmentId }, { story, attachment });
}
