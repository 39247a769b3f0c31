import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { readableStoryOrThrow } from '../stories/story-access.ts';
import { toAttachment } from './attachment-store.ts';
import type { Attachment } from './attachment.ts';

/** What an operation on an attachment loads. */
interface Loaded {
  story: Item | undefined;
  attachment: Item | undefined;
}

/** Returns an attachment of a story that the caller can read; otherwise throws a 404. */
export function readableAttachmentOrThrow(
  caller: Caller,
  { storyId, attachmentId }: { storyId: string; attachmentId: string },
  { story, attachment }: Loaded,
): Attachment {
  readableStoryOrThrow(caller, story);
  const found = attachment && toAttachment(attachment);
  if (found?.storyId !== storyId || found.id !== attachmentId) throw notFound('attachment');
  return found;
}
