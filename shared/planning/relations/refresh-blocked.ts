import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { getStatusCategories } from '../../identity/statuses/status-categories.ts';
import { getStoryItem, toStory } from '../stories/story-store.ts';
import type { BlockerCopy, StoryRelation } from '../stories/story-relations.ts';
import { getStoryRelations, replaceStoryRelations } from '../stories/story-relations-store.ts';
import type { Database, Reader } from '../../kernel/core/database.ts';

/** Copies the current state of a story to the stories that it blocks. Idempotent. */
export async function refreshBlocked(database: Database, blockerId: string): Promise<void> {
  const stored = await getStoryRelations(createReader(database), blockerId);
  const blocked = (stored?.relations ?? []).filter(({ type }) => type === 'blocks');
  await Promise.all(blocked.map(({ storyId }) => refreshOne(database, storyId, blockerId)));
}

async function refreshOne(database: Database, storyId: string, blockerId: string): Promise<void> {
  const isCopy = (relation: StoryRelation) =>
    relation.type === 'blocked_by' && relation.storyId === blockerId;
  const refresh = async () => {
    const read = createReader(database);
    // First the copy, then the story: a process that copies a later version of the story changes the copy.
    const stored = await getStoryRelations(read, storyId);
    const copy = stored?.relations.find(isCopy);
    const blocker = copy && (await copyOf(read, blockerId));
    if (!stored || !blocker || JSON.stringify(blocker) === JSON.stringify(copy.blocker)) return;
    const relations = stored.relations.map((one) => (isCopy(one) ? { ...one, blocker } : one));
    await commit(database, [replaceStoryRelations(stored, relations, writeConflict)]);
  };
  // Retries until no other change comes in between, because no one would ask for it again.
  await retryOnConflict(refresh, { attempts: Infinity });
}

async function copyOf(read: Reader, storyId: string): Promise<BlockerCopy | undefined> {
  const item = await getStoryItem(read, storyId);
  if (!item) return undefined;
  const { reference, title, statusId } = toStory(item);
  const categories = await getStatusCategories(read, [statusId]);
  return { reference, title, statusId, statusCategory: categories.get(statusId)! };
}
