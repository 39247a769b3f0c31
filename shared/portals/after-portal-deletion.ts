import type { Database } from '../db/client.ts';
import { createReader } from '../db/reader.ts';
import { commit } from '../db/write.ts';
import { deleteImages, getImageIds } from './image-store.ts';

/** Two changes for each, and one more: DynamoDB allows a hundred in a transaction. */
const AT_ONCE = 40;

/** Deletes the images of a portal that is gone. Safe to repeat. */
export async function afterPortalDeletion(database: Database, portalId: string): Promise<void> {
  const ids = await getImageIds(createReader(database), portalId);
  // The list goes last, so that a repeat knows what is left.
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const changes = deleteImages(portalId, ids.slice(start, start + AT_ONCE));
    await commit(database, start + AT_ONCE < ids.length ? changes.slice(0, -1) : changes);
  }
}
