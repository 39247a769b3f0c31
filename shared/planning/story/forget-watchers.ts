import type { Change } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { commit } from '../../kernel/db/write.ts';
import { deleteWatches } from './watcher-store.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';

/** DynamoDB's limit on transactions. */
const DELETES_AT_ONCE = 100;

/** Deletes who watched a deleted story. */
export async function forgetWatchers({ database }: ProjectionContext, storyId: string): Promise<void> {
  const changes: Change[] = await deleteWatches(createReader(database), storyId);
  for (let start = 0; start < changes.length; start += DELETES_AT_ONCE) {
    await commit(database, changes.slice(start, start + DELETES_AT_ONCE));
  }
}
