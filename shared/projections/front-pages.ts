import { writeConflict } from '../core/errors.ts';
import { createReader } from '../db/reader.ts';
import { retryOnConflict } from '../db/retry-on-conflict.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import { commit } from '../db/write.ts';
import { findTopItemIds } from '../feedback/find-items.ts';
import { byVotes, countAgain, FRONT_PAGE_IDEAS, ideaOf, rankedAs } from '../feedback/front-page.ts';
import {
  getStoredFrontPage,
  putCounts,
  putFrontPage,
  type StoredFrontPage,
} from '../feedback/front-page-store.ts';
import { feedbackItemKind, getItem, itemPortalOf, toItem, toShownItem } from '../feedback/item-store.ts';
import type { PublicItem } from '../feedback/item.ts';
import { getPortalItem } from '../portals/portal-store.ts';
import type { Projection } from './projection.ts';
import type { Database, Reader } from '../core/database.ts';

const ATTEMPTS = 10;
/** One idea more shows that there is a next page. */
const COMPOSED_IDEAS = FRONT_PAGE_IDEAS + 1;

/** The projector delivers what the database cannot take for now again. */
const keptChanging = () => new DatabaseUnavailable('The front page of a portal kept changing.');

/**
 * Composes the first page of each portal's ideas, so that showing it reads them at once. A change of an idea composes it
 * again; votes and comments rewrite its counts, once for a batch of them.
 */
export const frontPages: Projection = {
  name: 'front-pages',
  follows: [feedbackItemKind],
  deletionsOnly: false,
  async handle({ database }, changes) {
    const changed = new Map<string, Set<string>>();
    for (const { key, before, after } of changes) {
      const portalId = itemPortalOf((after ?? before)!);
      changed.set(portalId, (changed.get(portalId) ?? new Set()).add(feedbackItemKind.idOf(key)));
    }
    for (const [portalId, ids] of changed) {
      await retryOnConflict(() => bringUpToDate(database, portalId, [...ids]), {
        attempts: ATTEMPTS,
        exhausted: keptChanging,
      });
    }
  },
  rebuild: { leads: (item) => (feedbackItemKind.includes(item) ? [{ key: item }] : []) },
};

async function bringUpToDate(database: Database, portalId: string, ids: readonly string[]): Promise<void> {
  const read = createReader(database);
  const [portal, stored] = await Promise.all([
    getPortalItem(read, portalId),
    getStoredFrontPage(read, portalId),
  ]);
  if (!portal || stored.ideas === 'too large') return;
  if (stored.ideas === 'outdated') return await compose(database, portalId, stored, ids);
  const page = { ideas: stored.ideas(), counts: stored.counts };
  const counts = countAgain(page, ids, await visibleItems(read, portalId, ids));
  if (counts === 'other ideas') return await compose(database, portalId, stored, ids);
  if (JSON.stringify(counts) === JSON.stringify(stored.counts)) return;
  await commit(database, [putCounts(portalId, counts, stored, writeConflict)]);
}

/** Reads the ideas after the version of the content, so that a change in between outdates the page. */
async function compose(
  database: Database,
  portalId: string,
  stored: StoredFrontPage,
  ids: readonly string[],
): Promise<void> {
  const read = createReader(database);
  const ranked = await findTopItemIds(read, portalId, COMPOSED_IDEAS);
  // The index may lag behind what has just changed.
  const candidates = new Set([...ranked, ...Object.keys(stored.counts), ...ids]);
  const items = (await visibleItems(read, portalId, [...candidates]))
    .sort((one, other) => byVotes(rankedAs(one), rankedAs(other)))
    .slice(0, COMPOSED_IDEAS);
  const page = { ideas: items.map(ideaOf), counts: Object.fromEntries(items.map(countsOf)) };
  await commit(database, putFrontPage(portalId, page, stored, writeConflict));
}

/** Items as the public sees them now. */
async function visibleItems(read: Reader, portalId: string, ids: readonly string[]): Promise<PublicItem[]> {
  const items = await Promise.all(ids.map((id) => getItem(read, id)));
  return items.flatMap((item) =>
    item && itemPortalOf(item) === portalId && !toItem(item).hidden ? [toShownItem(item)] : [],
  );
}

const countsOf = ({ id, voteCount, commentCount }: PublicItem): [string, [number, number]] => [
  id,
  [voteCount, commentCount],
];
