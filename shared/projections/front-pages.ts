import { writeConflict } from '../kernel/core/errors.ts';
import { createReader } from '../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../kernel/db/retry-on-conflict.ts';
import { commit } from '../kernel/db/write.ts';
import { findTopItems } from '../feedback/items/find-items.ts';
import {
  byVotes,
  recount,
  FRONT_PAGE_IDEAS,
  ideaOf,
  positionOf,
  rankedAs,
} from '../feedback/items/front-page.ts';
import {
  frontPageOf,
  getStoredFrontPage,
  putFrontPageCounts,
  putFrontPage,
  type StoredFrontPage,
} from '../feedback/items/front-page-store.ts';
import {
  feedbackItemKind,
  getItem,
  itemPortalOf,
  toItem,
  toShownItem,
} from '../feedback/items/item-store.ts';
import type { PublicItem } from '../feedback/items/item.ts';
import { getPortalItem } from '../feedback/portal/portal-store.ts';
import type { Projection } from '../kernel/log/projection.ts';
import type { Database, Reader } from '../kernel/core/database.ts';

/** One idea more shows that there is a next page. */
const COMPOSED_IDEAS = FRONT_PAGE_IDEAS + 1;

/**
 * Composes the first page of each portal's ideas, so that showing it reads them at once. A change of an idea composes it
 * again; votes and comments rewrite its counts, once for a batch of them.
 */
export const frontPages: Projection = {
  name: 'front-pages',
  follows: [feedbackItemKind],
  deletionsOnly: false,
  async handle({ database, inOrder }, changes) {
    const changed = new Map<string, Set<string>>();
    for (const { key, before, after } of changes) {
      const portalId = itemPortalOf((after ?? before)!);
      changed.set(portalId, (changed.get(portalId) ?? new Set()).add(feedbackItemKind.idOf(key)));
    }
    for (const [portalId, ids] of changed) {
      await retryOnConflict(
        () => bringUpToDate(database, portalId, [...ids], inOrder),
        orRedeliver('The front page of a portal kept changing.'),
      );
    }
  },
  rebuild: {
    leads: (item) => {
      if (feedbackItemKind.includes(item)) return [{ key: item }];
      const page = frontPageOf(item);
      return (page?.ids ?? []).map((id) => {
        const key = feedbackItemKind.key(id);
        return { key, before: { ...key, portalId: page!.portalId } };
      });
    },
  },
};

/** Changes that do not come from the stream itself may be of ideas that were written without counting up the version. */
async function bringUpToDate(
  database: Database,
  portalId: string,
  ids: readonly string[],
  inOrder: boolean | undefined,
): Promise<void> {
  const read = createReader(database);
  const [portal, stored] = await Promise.all([
    getPortalItem(read, portalId),
    getStoredFrontPage(read, portalId),
  ]);
  if (!portal || stored.ideas === 'too large') return;
  if (stored.ideas === 'outdated') return await compose(database, portalId, stored, ids);
  const isInDoubt = !inOrder && ids.some((id) => id in stored.counts);
  if (isInDoubt) return await compose(database, portalId, stored, ids);
  const page = { ideas: stored.ideas(), counts: stored.counts };
  const counts = recount(page, ids, await visibleItems(read, portalId, ids));
  if (counts === 'other ideas') return await compose(database, portalId, stored, ids);
  if (JSON.stringify(counts) === JSON.stringify(stored.counts)) return;
  await commit(database, [putFrontPageCounts(portalId, counts, stored, writeConflict)]);
}

/** Reads the ideas after the version of the content, so that a change in between outdates the page. */
async function compose(
  database: Database,
  portalId: string,
  stored: StoredFrontPage,
  ids: readonly string[],
): Promise<void> {
  const known = [...Object.keys(stored.counts), ...ids];
  const items = (await findTopVisible(createReader(database), portalId, known))
    .sort((one, other) => byVotes(rankedAs(one), rankedAs(other)))
    .slice(0, COMPOSED_IDEAS);
  const page = { ideas: items.map(ideaOf), counts: Object.fromEntries(items.map(countsOf)) };
  await commit(database, putFrontPage(portalId, page, stored, writeConflict));
}

/**
 * The visible ideas at the top of the index, and those known. The index is behind with what has just been deleted, hidden
 * or voted for; of the ideas in their right place, there are as many as the page has, if the portal has.
 */
async function findTopVisible(
  read: Reader,
  portalId: string,
  known: readonly string[],
): Promise<PublicItem[]> {
  for (let limit = COMPOSED_IDEAS; ; limit *= 2) {
    const ranked = await findTopItems(read, portalId, limit);
    const candidates = new Set([...ranked.map(({ id }) => id), ...known]);
    const items = await visibleItems(read, portalId, [...candidates]);
    const positions = new Map(items.map((item) => [item.id, positionOf(rankedAs(item))]));
    const placed = ranked.filter(({ id, position }) => positions.get(id) === position);
    if (placed.length >= COMPOSED_IDEAS || ranked.length < limit) return items;
  }
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
