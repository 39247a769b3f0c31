import { ATTACHMENT_PREFIX } from '../../kernel/core/file-bucket.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { gsi1, gsi8, inIndex, itemKind, table } from '../../kernel/db/table.ts';
import { attachmentSchema, type Attachment } from './attachment.ts';

export const attachmentDocument = defineDocument(attachmentSchema);

/** Identifies these items in the table's stream. */
export const attachmentKind = itemKind('AT#', 'workspace');

const attachmentsOf = (storyId: string): string => `S#${storyId}#AT`;

/** The attachments of a workspace, by the size of their files; those that are ready, by their stories. */
const attachmentIndexes = { bySize: gsi1, byStory: gsi8 } as const;
const attachmentsOfWorkspace = (workspaceId: string): string => `W#${workspaceId}#AT`;
const SIZE = table.indexes[attachmentIndexes.bySize].sortKey;
const STORY = table.indexes[attachmentIndexes.byStory].sortKey;

/** How long a pending attachment waits for its file, in seconds. */
const PENDING_SECONDS = 24 * 60 * 60;

/** More than a workspace has. */
const SUMMED_MAX = 1_000_000;

export const toAttachment = (item: Item): Attachment => attachmentDocument.read(item);
export const attachmentIdOf = attachmentKind.idOf;
export const workspaceOfAttachment = (item: Item): string => item['workspaceId'] as string;

/** The name of an attachment's file in the bucket. */
export const fileKey = (workspaceId: string, id: string): string =>
  `${ATTACHMENT_PREFIX}${workspaceId}/${id}`;

export const getAttachmentItem = (read: Reader, id: string) => read.get(attachmentKind.key(id));

/** Returns up to `limit` attachments of a story, newest first. Eventually consistent. */
export const findAttachments = (
  read: Reader,
  storyId: string,
  { before, limit }: { before?: string | undefined; limit: number },
) =>
  read.query({
    index: 'list',
    partition: attachmentsOf(storyId),
    limit,
    ...(before === undefined ? {} : { before: attachmentKind.key(before).pk }),
  });

/** More than a story has, also when several were attached at once. */
export const FOUND_MAX = 1_000;

/** The bytes of all files of a workspace, those that are still awaited included. Eventually consistent. */
export async function bytesOfWorkspace(read: Reader, workspaceId: string): Promise<number> {
  const partition = attachmentsOfWorkspace(workspaceId);
  const items = await read.query({ index: attachmentIndexes.bySize, partition, limit: SUMMED_MAX });
  return items.reduce((sum, item) => sum + (item[SIZE] as number), 0);
}

/** The ids of the stories of a workspace that have attachments. Eventually consistent. */
export async function findAttachedStoryIds(read: Reader, workspaceId: string): Promise<string[]> {
  const partition = attachmentsOfWorkspace(workspaceId);
  const items = await read.query({ index: attachmentIndexes.byStory, partition, limit: SUMMED_MAX });
  return [...new Set(items.map((item) => item[STORY] as string))];
}

/** Lists an attachment whose file has arrived among those of stories. */
const byStory = ({ storyId }: Attachment, workspaceId: string): Record<string, unknown> => ({
  ...inIndex(attachmentIndexes.byStory, attachmentsOfWorkspace(workspaceId)),
  [STORY]: storyId,
});

const attachmentItem = (attachment: Attachment, workspaceId: string): Item => ({
  ...attachmentKind.key(attachment.id),
  ...attachmentDocument.write(attachment),
  workspaceId,
  storyId: attachment.storyId,
  updatedAt: attachment.updatedAt,
  inList: attachmentsOf(attachment.storyId),
  ...inIndex(attachmentIndexes.bySize, attachmentsOfWorkspace(workspaceId)),
  [SIZE]: attachment.size,
});

/** Adds a pending attachment, which expires unless its file arrives. */
export const putAttachment = (attachment: Attachment, workspaceId: string, now: Date): Change => ({
  put: {
    ...attachmentItem(attachment, workspaceId),
    ttl: Math.ceil(now.getTime() / 1_000) + PENDING_SECONDS,
  },
  if: 'absent',
});

/** Adds an attachment whose file is in its place already. */
export const putReadyAttachment = (attachment: Attachment, workspaceId: string): Change => ({
  put: { ...attachmentItem(attachment, workspaceId), ...byStory(attachment, workspaceId) },
  if: 'absent',
});

/** Stores that the file of an attachment has arrived. Throws `stale` if it has changed since it was read. */
export const replaceAttachment = (
  next: Attachment,
  { workspaceId, updatedAt }: { workspaceId: string } & Pick<Attachment, 'updatedAt'>,
  stale: () => Error,
): Change => ({
  update: attachmentKind.key(next.id),
  with: {
    set: { ...attachmentDocument.write(next), ...byStory(next, workspaceId), updatedAt: next.updatedAt },
    remove: ['ttl'],
  },
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});

/** Deletes an attachment; its file follows. Throws `stale` if it has changed since it was read. */
export const deleteAttachmentItem = (
  { id, updatedAt }: Pick<Attachment, 'id' | 'updatedAt'>,
  stale: () => Error,
): Change => ({
  delete: attachmentKind.key(id),
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});

/** Keys of up to `limit` attachments of a story, or only of a comment on it. Eventually consistent. */
export async function findAttachmentKeys(
  read: Reader,
  { storyId, commentId }: { storyId: string; commentId?: string },
  limit: number,
): Promise<Key[]> {
  const found = await findAttachments(read, storyId, { limit: commentId === undefined ? limit : FOUND_MAX });
  const wanted = found.filter(
    (item) => commentId === undefined || toAttachment(item).commentId === commentId,
  );
  return wanted.slice(0, limit).map(({ pk, sk }) => ({ pk, sk }));
}
