import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { isOpenWorkspace } from '../../identity/workspaces/workspace-store.ts';
import { binRelation } from './relation-bin.ts';
import { getRelationItem, toStoredRelation } from './relation-store.ts';
import { removeRelation } from './remove-relation.ts';
import { returnToTriage } from '../story/return-to-triage.ts';
import type { StoryRelation } from '../story/story-relations.ts';
import { getStoryItem } from '../story/story-store.ts';
import { deleteStoryRelations, getStoryRelations } from '../story/story-relations-store.ts';
import type { Database } from '../../kernel/core/database.ts';

/**
 * Ends the relations of a deleted story, which gets no more of them, and puts them into the bin. Its duplicates in triage wait for a decision again. Idempotent; does nothing
 * if the story was restored.
 */
export async function endRelations(database: Database, storyId: string, now: Date): Promise<void> {
  const read = createReader(database);
  const [story, stored] = await Promise.all([getStoryItem(read, storyId), getStoryRelations(read, storyId)]);
  if (story || !stored) return;
  for (const relation of stored.relations) {
    await retryUntilCommitted(() => endRelation(database, storyId, relation, now));
  }
  await retryUntilCommitted(async () => {
    const left = await getStoryRelations(createReader(database), storyId);
    if (left) await commit(database, [deleteStoryRelations(left, writeConflict)]);
  });
}

async function endRelation(
  database: Database,
  storyId: string,
  { id, type, storyId: otherId }: StoryRelation,
  now: Date,
): Promise<void> {
  const read = createReader(database);
  const [item, ...sides] = await Promise.all([
    getRelationItem(read, id),
    getStoryRelations(read, storyId),
    getStoryRelations(read, otherId),
  ]);
  const isRestorable = item && (await isOpenWorkspace(read, toStoredRelation(item).workspaceId));
  const undecided = type === 'duplicated_by' ? await returnToTriage(read, otherId, storyId, now) : [];
  await commit(database, [
    ...removeRelation(id, sides, writeConflict),
    ...undecided,
    ...(isRestorable ? binRelation(item, now) : []),
  ]);
}

/** Retries until no other change comes in between, because no one would ask for it again. */
const retryUntilCommitted = (work: () => Promise<void>): Promise<void> =>
  retryOnConflict(work, { attempts: Infinity });
