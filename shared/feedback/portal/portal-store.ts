import { defineDocument } from '../../kernel/db/document.ts';
import { gsi8, inIndex, itemKind } from '../../kernel/db/table.ts';
import { showImage } from './image-store.ts';
import { conflict } from '../../kernel/core/errors.ts';
import { moveHost } from '../../kernel/slugs/host-store.ts';
import { portalSchema, type Portal } from './portal.ts';
import { releaseSlugs, getSlug, moveSlugs, claimSlug, type SlugNote } from '../../kernel/slugs/slug-store.ts';
import type { Item, Key, Reader, Change, Check } from '../../kernel/core/database.ts';

export const portalDocument = defineDocument(portalSchema, {
  added: { embedOrigins: [], language: 'en', host: null },
});

/** Identifies these items in the table's stream. */
export const portalKind = itemKind('F#', 'workspace');
const portalKey = portalKind.key;

/** The index of public portals; its sort key is `dueAt`. */
export const portalIndexes = { publication: gsi8 } as const;

/** The public portals of all workspaces, by their creation. */
export const PUBLIC_PORTALS = 'F#PUBLIC';

export const portalsOf = (workspaceId: string): string => `W#${workspaceId}#F`;
export const portalSortKey = (id: string): string => portalKey(id).pk;
export const portalIdOf = portalKind.idOf;

/** Stored for a portal that was deleted: its workspace, for the events of what was deleted before it. */
const formerWorkspaceKey = (id: string): Key => ({ pk: portalKey(id).pk, sk: '#FORMER' });

/** The workspace that a portal belongs to, or belonged to before it was deleted. */
export async function getWorkspaceOfPortal(read: Reader, id: string): Promise<string | undefined> {
  const [item, former] = await Promise.all([read.get(portalKey(id)), read.get(formerWorkspaceKey(id))]);
  return item ? toPortal(item).workspaceId : (former?.['workspaceId'] as string | undefined);
}

export const getPortalItem = (read: Reader, id: string) => read.get(portalKey(id));

/**
 * Stored with each slug of a portal, including former ones, so that one read distinguishes a public portal
 * from a private or missing one, and finds its host for links to it.
 */
const slugNote = ({ visibility, host }: Portal): SlugNote => ({ visibility, host: host ?? '' });

/**
 * Returns the id of the portal that has or had a slug; undefined if it is not public. For slugs without a
 * note, from before notes existed, the portal itself decides.
 */
export async function findPublicPortalId(read: Reader, slug: string): Promise<string | undefined> {
  const found = await getSlug(read, 'portal', slug);
  return found?.['visibility'] === 'private' ? undefined : found?.id;
}

export const toPortal = (item: Item) => portalDocument.read(item);

function portalItem(portal: Portal): Item {
  const { id, workspaceId, createdAt, updatedAt, boards, visibility } = portal;
  return {
    ...portalKey(id),
    ...portalDocument.write(portal),
    inList: portalsOf(workspaceId),
    updatedAt,
    boardIds: boards.map((board) => board.id),
    ...(visibility === 'public' && {
      ...inIndex(portalIndexes.publication, PUBLIC_PORTALS),
      dueAt: `${createdAt}#${id}`,
    }),
  };
}

/** Changes that create a portal. Throws `slugTaken` if another portal has or had its slug. */
export const putPortal = (portal: Portal, slugTaken: () => Error): Change[] => [
  claimSlug('portal', portal.slug, portal.id, slugTaken, slugNote(portal)),
  { put: portalItem(portal), if: 'absent' },
];

const hostTaken =
  ({ host }: Portal) =>
  () =>
    conflict(`Another portal already has the host ${host}.`, 'Take it from that one first.');

/** Changes that replace a portal with its next version. */
export const replacePortal = (
  portal: Portal,
  previous: Portal,
  slugTaken: () => Error,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  { put: portalItem(portal), if: { equals: { updatedAt: previous.updatedAt } }, onConditionFailed: stale },
  ...moveSlugs('portal', portal, previous, slugTaken, slugNote(portal)),
  ...moveHost(portal, previous, hostTaken(portal)),
  ...showImage({ portalId: portal.id, by: portal.id, imageId: portal.logoImageId }, previous.logoImageId),
];

/** Changes that delete a portal, provided that it is unchanged, and release its slugs. */
export const deletePortalItem = (portal: Portal, writeConflict: () => Error): Change[] => [
  {
    delete: portalKey(portal.id),
    if: { equals: { updatedAt: portal.updatedAt } },
    onConditionFailed: writeConflict,
  },
  { put: { ...formerWorkspaceKey(portal.id), workspaceId: portal.workspaceId } },
  ...releaseSlugs('portal', [portal.slug, ...portal.formerSlugs]),
  ...releaseSlugs('host', portal.host === null ? [] : [portal.host]),
];

/** A private portal's item, or the note of its slug, as it would be if the portal was public; others are returned as they are. */
export function shownAsPublic(item: Item | undefined, portalId: string): Item | undefined {
  if (item?.pk === portalKey(portalId).pk && item['doc'] !== undefined) {
    return { ...item, ...portalDocument.write({ ...toPortal(item), visibility: 'public' }) };
  }
  return item?.['id'] === portalId && item['visibility'] === 'private'
    ? { ...item, visibility: 'public' }
    : item;
}

/** Condition that a portal exists and has the board. */
export const boardExists = (portalId: string, boardId: string, gone: () => Error): Check => ({
  check: portalKey(portalId),
  if: { holds: { attribute: 'boardIds', value: boardId } },
  onConditionFailed: gone,
});

/** Condition that a portal exists. */
export const portalExists = (portalId: string, gone: () => Error): Check => ({
  check: portalKey(portalId),
  if: 'present',
  onConditionFailed: gone,
});
