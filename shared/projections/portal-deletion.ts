import { createReader } from '../db/reader.ts';
import { commit } from '../db/write.ts';
import { deleteImages, getImageIds } from '../portals/image-store.ts';
import { portalKind } from '../portals/portal-store.ts';
import type { Projection } from './projection.ts';
import type { Database } from '../core/database.ts';

/** Two changes for each, and one more: DynamoDB allows a hundred in a transaction. */
const IMAGES_AT_ONCE = 40;

/** Deletes the images of portals that have been deleted. */
export const portalDeletion: Projection = {
  name: 'portal-deletion',
  follows: [portalKind],
  deletionsOnly: true,
  async handle({ database }, changes) {
    for (const { key } of changes) await deleteAllImages(database, portalKind.idOf(key));
  },
};

async function deleteAllImages(database: Database, portalId: string): Promise<void> {
  const ids = await getImageIds(createReader(database), portalId);
  // The list goes last, so that a repeat knows what is left.
  for (let start = 0; start < ids.length; start += IMAGES_AT_ONCE) {
    const changes = deleteImages(portalId, ids.slice(start, start + IMAGES_AT_ONCE));
    await commit(database, start + IMAGES_AT_ONCE < ids.length ? changes.slice(0, -1) : changes);
  }
}
