import pLimit from 'p-limit';
import { ATTACHMENT_BUCKET_VARIABLE } from '../kernel/core/file-bucket.ts';
import { optionalEnv } from '../kernel/core/env.ts';
import type { Change, Database, Item, Key } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { commit, tryCommit } from '../kernel/db/write.ts';
import { versionKey } from '../feedback/portal/image-files.ts';
import { filesOfImage, getImagePlace, imageKind, pendingFilesKind } from '../feedback/portal/image-store.ts';
import { nounOf, nouns } from '../nouns/nouns.ts';
import { binKeyOf, binKind, binnedOf, isBinItemExpired, reserveInBin } from '../planning/bin/bin-store.ts';
import { commentIdOf, commentKind } from '../planning/comments/comment-store.ts';
import { storyKeyOf, storyKind } from '../planning/story/story-store.ts';
import type { Projection } from '../kernel/log/projection.ts';

const AT_ONCE = 10;

/** As many of what a story or a comment had are deleted at a time. */
const DELETED_AT_ONCE = 100;

/**
 * Deletes the file of each deleted resource that has one, those of deleted images and of those that were never written, and what stories and comments had that have expired in the bin,
 * such as attachments: while they are in it, they keep it, and no one reaches it.
 */
export const attachmentFiles: Projection = {
  name: 'attachment-files',
  follows: [
    binKind,
    imageKind,
    pendingFilesKind,
    ...nouns.flatMap(({ item, fileOf }) => (fileOf ? [item] : [])),
  ],
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
  if (imageKind.includes(key)) return await deleteImageFiles(before);
  if (pendingFilesKind.includes(key)) return await deleteAbandonedFiles(database, key, before);
  if (!binKind.includes(key)) {
    if (before && 'doc' in before) await deleteFile(nounOf(key)!.fileOf!(before));
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
  const comment = storyKind.includes(deleted) ? {} : { commentId: commentIdOf(deleted) };
  await deleteWhatItHad(database, { storyId, ...comment });
}

/** Deletes what a story or a comment had, of each noun that has something of stories. */
async function deleteWhatItHad(
  database: Database,
  of: { storyId: string; commentId?: string },
): Promise<void> {
  const read = createReader(database);
  for (const { ofStory } of nouns) {
    if (!ofStory) continue;
    const next = async (): Promise<readonly Change[]> => {
      const keys = await ofStory.find(read, of, DELETED_AT_ONCE);
      if (keys.length > 0) return keys.map(({ pk, sk }) => ({ delete: { pk, sk } }));
      return of.commentId === undefined ? ((await ofStory.rest?.(read, of.storyId)) ?? []) : [];
    };
    for (let changes; (changes = await next()).length > 0;)
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

async function deleteImageFiles(image: Item | undefined): Promise<void> {
  const files = image && filesOfImage(image);
  for (const width of files?.widths ?? []) await deleteFile(versionKey(files!, width));
}

/** An announcement ends as the image is written, too, which has the files then. */
async function deleteAbandonedFiles(
  database: Database,
  key: Key,
  announced: Item | undefined,
): Promise<void> {
  const isTaken = await getImagePlace(createReader(database), pendingFilesKind.idOf(key));
  if (!isTaken) await deleteImageFiles(announced);
}

/** An environment without a bucket has no files. */
async function deleteFile(name: string): Promise<void> {
  const bucket = optionalEnv(ATTACHMENT_BUCKET_VARIABLE);
  if (bucket === undefined) return;
  // Most batches delete no file.
  const { deleteObject } = await import('../kernel/core/bucket.ts');
  await deleteObject(bucket, name);
}
