import { createReader } from '../kernel/db/reader.ts';
import type { Change, Item, Reader } from '../kernel/core/database.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { commit } from '../kernel/db/write.ts';
import { isOpenWorkspace } from '../identity/workspaces/workspace-store.ts';
import { wasDeletedInCascade } from '../kernel/db/signature.ts';
import { putInBin } from '../planning/bin/bin-store.ts';
import { commentKind, commentStoryOf, isRoot } from '../planning/comments/comment-store.ts';
import { binRelation } from '../planning/relations/relation-bin.ts';
import { relationKind } from '../planning/relations/relation-store.ts';
import { storyIdOf, storyKind } from '../planning/story/story-store.ts';
import type { Projection } from '../kernel/log/projection.ts';
import { workspaceOf } from './workspace-of.ts';

/** Puts deleted stories, comments and relations into the bin, from which they can be restored. */
export const bin: Projection = {
  name: 'bin',
  follows: [storyKind, commentKind, relationKind],
  deletionsOnly: true,
  async handle({ database }, changes) {
    const read = createReader(database);
    const isKept = await Promise.all(changes.map((change) => isRestorable(read, change)));
    const kept = changes.filter((_, position) => isKept[position]);
    // What belongs to something is there before it, since that is what restoring waits for.
    for (const includes of [isPart, isThread, isStory]) {
      const some = kept.filter(({ before }) => includes(before!));
      await Promise.all(some.flatMap(toBin).map((change) => commit(database, [change])));
    }
  },
  // The deleted is nowhere else.
  rebuild: { leads: () => [] },
};

const isStory = (item: Item): boolean => storyKind.includes(item);
const isThread = (item: Item): boolean => commentKind.includes(item) && isRoot(item);
const isPart = (item: Item): boolean => !isStory(item) && !isThread(item);

function toBin({ key, before, at }: ItemChange): Change[] {
  if (relationKind.includes(key)) return binRelation(before!, at);
  return [putInBin(isStory(before!) ? storyIdOf(key) : commentStoryOf(before!), before!, at)];
}

/**
 * Whether a deletion can be undone: by someone, or of a comment along with its story, but not with its workspace. The
 * relations of a deleted story are put into the bin when they end.
 */
async function isRestorable(read: Reader, { key, before }: ItemChange): Promise<boolean> {
  // A record can come without the item.
  if (!before || !('doc' in before)) return false;
  if (wasDeletedInCascade(before) && !commentKind.includes(key)) return false;
  const workspaceId = workspaceOf(before);
  if (workspaceId === undefined) return false;
  const [existing, isOpen] = await Promise.all([read.get(key), isOpenWorkspace(read, workspaceId)]);
  return existing === undefined && isOpen;
}
