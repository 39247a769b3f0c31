import pLimit from 'p-limit';
import { optionalEnv } from '../kernel/core/env.ts';
import type { Change, Database, Item, Key } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { commit, tryCommit } from '../kernel/db/write.ts';
import { nounOf, nouns } from '../nouns/nouns.ts';
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
import { binKeyOf, binKind, binnedOf, isBinItemExpired, reserveInBin } from '../planning/bin/bin-store.ts';
import { commentIdOf, commentKind } from '../planning/comments/comment-store.ts';
import { storyKeyOf, storyKind } from '../planning/stories/story-store.ts';
import type { Projection } from './projection.ts';

const AT_ONCE = 10;

/**
 * Deletes the file of each deleted attachment, and what stories and comments had that have expired in the bin, such as
 * attachments: while they are in it, they keep it, and no one reaches it.
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
    leads: binKeysOf,
  },
};

async function follow(database: Database, { key, before, at }: ItemChange): Promise<void> {
  if (attachmentKind.includes(key)) {
    if (before && 'doc' in before) await deleteFile(workspaceOfAttachment(before), attachmentIdOf(key));
    return;
  }
  const { storyId, key: deleted } = binnedOf(key);
  if (!storyKind.includes(deleted) && !commentKind.includes(deleted)) return;
  // A restored story leaves the bin earlier, and may have been deleted again since.
  if (before && !isBinItemExpired(before, at)) return;
  const read = createReader(database);
  const [existing, binned] = await Promise.all([read.get(deleted), read.get(key)]);
  if (existing || binned) return;
  // A rebuild cannot see when it was deleted: the stream may not have put it into the bin yet.
  if (!before) return void (await tryCommit(database, [reserveInBin(key, at)]));
  if (storyKind.includes(deleted)) return await deleteWhatItHad(database, storyId);
  const found = (await findAttachments(read, storyId, { limit: FOUND_MAX })).map(toAttachment);
  const left = found.filter(({ commentId }) => commentId === commentIdOf(deleted));
  for (const { id } of left) await commit(database, [deleteLeftAttachment(id)]);
}

/** Deletes what a story had, of each noun that has something of stories. */
async function deleteWhatItHad(database: Database, storyId: string): Promise<void> {
  const read = createReader(database);
  for (const { ofStory } of nouns) {
    if (!ofStory) continue;
    for (let changes: Change[]; (changes = await ofStory(read, storyId)).length > 0;)
      for (const change of changes) await commit(database, [change]);
  }
}

/** Where the bin may have the story that an item is of, and the comment that an attachment is of. */
function binKeysOf(item: Item): { key: Key }[] {
  const noun = nounOf(item);
  if (!noun?.ofStory) return [];
  const { storyId, commentId } = noun.toResource(item) as { storyId?: string; commentId?: string | null };
  if (storyId === undefined) return [];
  const owners = [storyKeyOf(storyId), ...(commentId ? [commentKind.key(commentId)] : [])];
  return owners.map((owner) => ({ key: binKeyOf(storyId, owner) }));
}

/** An environment without a bucket has no files. */
async function deleteFile(workspaceId: string, id: string): Promise<void> {
  const bucket = optionalEnv(ATTACHMENT_BUCKET_VARIABLE);
  if (bucket === undefined) return;
  // Most batches delete no file.
  const { deleteObject } = await import('../kernel/core/bucket.ts');
  await deleteObject(bucket, fileKey(workspaceId, id));
}
