import type { Reader } from '../../kernel/core/database.ts';
import { PUBLIC_PORTALS, portalIndexes, toPortal } from './portal-store.ts';

/** The slugs of the newest public portals of all workspaces. Eventually consistent; the portals decide what is shown. */
export async function findPublicPortalSlugs(read: Reader, limit: number): Promise<string[]> {
  const keys = await read.query({ index: portalIndexes.publication, partition: PUBLIC_PORTALS, limit });
  const items = await read.getMany(keys, ['doc']);
  return items
    .filter((item) => item !== undefined)
    .map(toPortal)
    .filter(({ visibility }) => visibility === 'public')
    .map(({ slug }) => slug);
}
