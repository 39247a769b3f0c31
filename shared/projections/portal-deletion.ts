import { createReader } from '../kernel/db/reader.ts';
import { commit } from '../kernel/db/write.ts';
import { deleteImages, getImageIds, listedPortalOf } from '../feedback/portal/image-store.ts';
import { portalKind } from '../feedback/portal/portal-store.ts';
import {
  deleteSubscriber,
  isSubscriber,
  subscriberPages,
  userOfSubscriber,
} from '../feedback/portal/subscriber-store.ts';
import type { Projection } from '../kernel/log/projection.ts';
import type { Database } from '../kernel/core/database.ts';

/** Each takes two changes, plus one; DynamoDB allows 100 in a transaction. */
const IMAGES_AT_ONCE = 40;
/** Each takes two changes. */
const SUBSCRIBERS_AT_ONCE = 50;

/** Deletes the images of deleted portals, and who subscribed to their updates. */
export const portalDeletion: Projection = {
  name: 'portal-deletion',
  follows: [portalKind],
  deletionsOnly: true,
  async handle({ database }, changes) {
    for (const { key } of changes) {
      await deleteAllImages(database, portalKind.idOf(key));
      await deleteSubscribers(database, portalKind.idOf(key));
    }
  },
  rebuild: {
    leads: (item) => {
      const portalId = isSubscriber(item) ? portalKind.idOf(item) : listedPortalOf(item);
      return portalId === undefined ? [] : [{ key: portalKind.key(portalId) }];
    },
  },
};

async function deleteAllImages(database: Database, portalId: string): Promise<void> {
  const ids = await getImageIds(createReader(database), portalId);
  // The list is deleted last, so that a retry knows what is left.
  for (let start = 0; start < ids.length; start += IMAGES_AT_ONCE) {
    const changes = deleteImages(portalId, ids.slice(start, start + IMAGES_AT_ONCE));
    await commit(database, start + IMAGES_AT_ONCE < ids.length ? changes.slice(0, -1) : changes);
  }
}

async function deleteSubscribers(database: Database, portalId: string): Promise<void> {
  const pages = subscriberPages(createReader(database), portalId, { limit: SUBSCRIBERS_AT_ONCE });
  for await (const page of pages) {
    await commit(
      database,
      page.flatMap((one) => deleteSubscriber(portalId, userOfSubscriber(one))),
    );
  }
}
