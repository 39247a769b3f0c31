import pLimit from 'p-limit';
import { optionalEnv } from '../kernel/core/env.ts';
import type { Database, Key } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { commit } from '../kernel/db/write.ts';
import { ATTACHMENT_BUCKET_VARIABLE, fileKey } from '../planning/attachments/attachment-files.ts';
import {
  attachmentIdOf,
  attachmentKind,
  deleteLeftAttachment,
  findAttachments,
  FOUND_MAX,
  toAttachment,
  workspaceOfAttachment,
} from '../planning/attachments/attachment-store.ts';
import type { Attachment } from '../planning/attachments/attachment.ts';
import { binKeyOf, binKind, binnedOf } from '../planning/bin/bin-store.ts';
import { commentIdOf, commentKind } from '../planning/comments/comment-store.ts';
import { storyKeyOf, storyKind } from '../planning/stories/story-store.ts';
import type { Projection } from './projection.ts';

const AT_ONCE = 10;

/**
 * Deletes the file of each deleted attachment, and the attachments of stories and comments that can no longer be restored:
 * while they are in the bin, they keep them, and no one reaches them.
 */
export const attachmentFiles: Projection = {
  name: 'attachment-files',
  follows: [attachmentKind, binKind],
  deletionsOnly: true,
  async handle({ database }, changes) {
    const limit = pLimit(AT_ONCE);
    await Promise.all(changes.map((change) => limit(() => follow(database, change))));
  },
  rebuild: {
    leads: (item) => (attachmentKind.includes(item) ? binKeysOf(toAttachment(item)) : []),
  },
};

async function follow(database: Database, { key, before }: ItemChange): Promise<void> {
  if (attachmentKind.includes(key)) {
    if (before && 'doc' in before) await deleteFile(workspaceOfAttachment(before), attachmentIdOf(key));
    return;
  }
  const { storyId, key: deleted } = binnedOf(key);
  if (!storyKind.includes(deleted) && !commentKind.includes(deleted)) return;
  const read = createReader(database);
  const [existing, binned] = await Promise.all([read.get(deleted), read.get(key)]);
  if (existing || binned) return;
  const found = (await findAttachments(read, storyId, { limit: FOUND_MAX })).map(toAttachment);
  const left = storyKind.includes(deleted)
    ? found
    : found.filter(({ commentId }) => commentId === commentIdOf(deleted));
  for (const { id } of left) await commit(database, [deleteLeftAttachment(id)]);
}

/** Where the bin may have what an attachment belongs to. */
const binKeysOf = ({ storyId, commentId }: Attachment): { key: Key }[] =>
  [storyKeyOf(storyId), ...(commentId === null ? [] : [commentKind.key(commentId)])].map((owner) => ({
    key: binKeyOf(storyId, owner),
  }));

/** An environment without a bucket has no files. */
async function deleteFile(workspaceId: string, id: string): Promise<void> {
  const bucket = optionalEnv(ATTACHMENT_BUCKET_VARIABLE);
  if (bucket === undefined) return;
  // Most batches delete no file.
  const { deleteObject } = await import('../kernel/core/bucket.ts');
  await deleteObject(bucket, fileKey(workspaceId, id));
}
