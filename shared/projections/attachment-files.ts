import pLimit from 'p-limit';
import { optionalEnv } from '../kernel/core/env.ts';
import type { Change, Database } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { commit } from '../kernel/db/write.ts';
import { nounOf, nouns } from '../nouns/nouns.ts';
import { ATTACHMENT_BUCKET_VARIABLE, fileKey } from '../planning/attachments/attachment-files.ts';
import {
  attachmentIdOf,
  attachmentKind,
  workspaceOfAttachment,
} from '../planning/attachments/attachment-store.ts';
import { binKeyOf, binKind, binnedStoryId } from '../planning/bin/bin-store.ts';
import { storyKeyOf } from '../planning/stories/story-store.ts';
import type { Projection } from './projection.ts';

const AT_ONCE = 10;

/**
 * Deletes the file of each deleted attachment, and what stories have that can no longer be restored, such as attachments:
 * a deleted story keeps it while it is in the bin, where no one reaches it.
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
    leads: (item) => {
      const noun = nounOf(item);
      if (!noun?.ofStory) return [];
      const { storyId } = noun.toResource(item) as { storyId?: string };
      return storyId === undefined ? [] : [{ key: binKeyOf(storyKeyOf(storyId)) }];
    },
  },
};

async function follow(database: Database, { key, before }: ItemChange): Promise<void> {
  if (attachmentKind.includes(key)) {
    if (before && 'doc' in before) await deleteFile(workspaceOfAttachment(before), attachmentIdOf(key));
    return;
  }
  const storyId = binnedStoryId(key);
  if (storyId === undefined) return;
  const read = createReader(database);
  const [story, binned] = await Promise.all([read.get(storyKeyOf(storyId)), read.get(key)]);
  if (!story && !binned) await deleteWhatItHad(database, storyId);
}

/** An environment without a bucket has no files. */
async function deleteFile(workspaceId: string, id: string): Promise<void> {
  const bucket = optionalEnv(ATTACHMENT_BUCKET_VARIABLE);
  if (bucket === undefined) return;
  // Most batches delete no file.
  const { deleteObject } = await import('../kernel/core/bucket.ts');
  await deleteObject(bucket, fileKey(workspaceId, id));
}

async function deleteWhatItHad(database: Database, storyId: string): Promise<void> {
  const read = createReader(database);
  for (const { ofStory } of nouns) {
    if (!ofStory) continue;
    for (let changes: Change[]; (changes = await ofStory(read, storyId)).length > 0;)
      for (const change of changes) await commit(database, [change]);
  }
}
