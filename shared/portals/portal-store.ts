import { defineDocument } from '../db/document.ts';
import { itemKind } from '../db/table.ts';
import { showImage } from './image-store.ts';
import { portalSchema, type Portal } from './portal.ts';
import { releaseSlugs, getSlug, moveSlugs, claimSlug, type SlugNote } from './slug.ts';
import type { Item, Reader, Change } from '../core/database.ts';

const document = defineDocument<Portal>(portalSchema.keyof().options);

/** Identifies these items in the table's stream. */
export const portalKind = itemKind('F#');
const portalKey = portalKind.key;

export const portalsOf = (workspaceId: string): string => `W#${workspaceId}#F`;
export const portalSortKey = (id: string): string => portalKey(id).pk;
export const portalIdOf = portalKind.idOf;

export const getPortalItem = (read: Reader, id: string) => read.get(portalKey(id));

/**
 * Stands beside each slug of a portal, its former ones too, so that one read tells a private portal from a public
 * one, as it tells that there is none.
 */
const slugNote = ({ visibility }: Portal): SlugNote => ({ visibility });

/**
 * The id of what has the slug of a portal, or had it; undefined where nobody outside may know of it. Slugs from
 * before they had their note, until the portal's next change, are left to the portal itself to tell.
 */
export async function findPublicPortalId(read: Reader, slug: string): Promise<string | undefined> {
  const found = await getSlug(read, 'portal', slug);
  return found?.['visibility'] === 'private' ? undefined : found?.id;
}

export const toPortalJson = (item: Item) => document.json(item);
export const toPortal = (item: Item) => document.read(item);

function portalItem(portal: Portal): Item {
  const { id, workspaceId, updatedAt, boards } = portal;
  return {
    ...portalKey(id),
    ...document.write(portal),
    inList: portalsOf(workspaceId),
    updatedAt,
    boardIds: boards.map((board) => board.id),
  };
}

/** The changes that make a portal; `slugTaken` is thrown where another has its slug, or had it. */
export const putPortal = (portal: Portal, slugTaken: () => Error): Change[] => [
  claimSlug('portal', portal.slug, portal.id, slugTaken, slugNote(portal)),
  { put: portalItem(portal), if: 'absent' },
];

/** The changes that put another version of a portal in the place of the one it was made from. */
export const replacePortal = (
  portal: Portal,
  previous: Portal,
  slugTaken: () => Error,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  { put: portalItem(portal), if: { equals: { updatedAt: previous.updatedAt } }, onConditionFailed: stale },
  ...moveSlugs('portal', portal, previous, slugTaken, slugNote(portal)),
  ...showImage({ portalId: portal.id, by: portal.id, imageId: portal.logoImageId }, previous.logoImageId),
];

/** The changes that delete a portal as it was read, and give its slugs back. */
export const deletePortalItem = (portal: Portal, writeConflict: () => Error): Change[] => [
  {
    delete: portalKey(portal.id),
    if: { equals: { updatedAt: portal.updatedAt } },
    onConditionFailed: writeConflict,
  },
  ...releaseSlugs('portal', [portal.slug, ...portal.formerSlugs]),
];

/** Lets a write go through only while a portal exists and has the board. */
export const boardExists = (portalId: string, boardId: string, gone: () => Error): Change => ({
  check: portalKey(portalId),
  if: { holds: { attribute: 'boardIds', value: boardId } },
  onConditionFailed: gone,
});

/** Lets a write go through only while a portal exists. */
export const portalExists = (portalId: string, gone: () => Error): Change => ({
  check: portalKey(portalId),
  if: 'present',
  onConditionFailed: gone,
});
