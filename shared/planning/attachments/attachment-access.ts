import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { insufficientRole, notFound } from '../../kernel/core/errors.ts';
import { commentIdOf, getCommentItem } from '../comments/comment-store.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { toAttachment } from './attachment-store.ts';
import type { Attachment } from './attachment.ts';

/** What an operation on an attachment loads. */
interface LoadedAttachment {
  story: Item | undefined;
  attachment: Item | undefined;
}

/** Returns an attachment of a story that the caller can read, and whose comment is not deleted; otherwise throws a 404. */
export async function readableAttachmentOrThrow(
  { caller, read }: Pick<OperationContext, 'caller' | 'read'>,
  { storyId, attachmentId }: { storyId: string; attachmentId: string },
  { story, attachment }: LoadedAttachment,
): Promise<Attachment> {
  readableStoryOrThrow(caller, story);
  const found = attachment && toAttachment(attachment);
  if (found?.storyId !== storyId || found.id !== attachmentId) throw notFound('attachment');
  if ((await withoutDeletedComments(read, [found])).length === 0) throw notFound('attachment');
  return found;
}

/** Throws a 403 unless the caller has attached the file or is an admin. */
export function assertCreatorOrAdmin(caller: Caller, { createdBy }: Pick<Attachment, 'createdBy'>): void {
  if (caller.principalId === createdBy || caller.role === 'admin') return;
  throw insufficientRole(
    "Only the author of a comment's file and admins can delete it.",
    'admin',
    'Ask them, or an admin who is a member of the team.',
  );
}

/** Leaves out what belongs to comments that are deleted. */
export async function withoutDeletedComments(
  read: Reader,
  attachments: readonly Attachment[],
): Promise<Attachment[]> {
  const ids = new Set(attachments.flatMap(({ commentId }) => commentId ?? []));
  const comments = await Promise.all([...ids].map((id) => getCommentItem(read, id)));
  const existing = new Set(comments.flatMap((item) => (item ? commentIdOf(item) : [])));
  return attachments.filter(({ commentId }) => commentId === null || existing.has(commentId));
}
