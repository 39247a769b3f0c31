import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { removeRelation } from './remove-relation.ts';
import { deleteStoryRelations, getStoryRelations } from '../stories/story-relations-store.ts';
import type { Database } from '../../kernel/core/database.ts';

/** Ends the relations of a deleted story, which gets no more of them. Idempotent. */
export async function endRelations(database: Database, storyId: string): Promise<void> {
  const stored = await getStoryRelations(createReader(database), storyId);
  for (const { id, storyId: otherId } of stored?.relations ?? []) {
    await retryUntilCommitted(async () => {
      const read = createReader(database);
      const sides = await Promise.all([getStoryRelations(read, storyId), getStoryRelations(read, otherId)]);
      await commit(database, removeRelation(id, sides, writeConflict));
    });
  }
  if (!stored) return;
  await retryUntilCommitted(async () => {
    const left = await getStoryRelations(createReader(database), storyId);
    if (left) await commit(database, [deleteStoryRelations(left, writeConflict)]);
  });
}

/** Retries until no other change comes in between, because no one would ask for it again. */
const retryUntilCommitted = (work: () => Promise<void>): Promise<void> =>
  retryOnConflict(work, { attempts: Infinity });
