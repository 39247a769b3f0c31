import { conflict, invalidReference, notFound } from '../api/errors.ts';
import { operation } from '../api/operation.ts';
import { nextVersion } from '../api/patch.ts';
import type { Reader } from '../db/reader.ts';
import type { Item } from '../db/table.ts';
import { boardHasItems } from '../feedback/item-store.ts';
import { uuid } from '../lib/schema.ts';
import { refuseUnknownBoards, slugTaken } from './create-portal.ts';
import { ownPortalOrThrow, PORTAL_PATH } from './get-portal.ts';
import { getImagePortal } from './image-store.ts';
import { portalPatch, portalSchema, toBoards, type Portal } from './portal.ts';
import { getPortalItem, replacePortal, toPortal } from './portal-store.ts';
import { FORMER_MOST, renamed } from './slug.ts';

export const updatePortal = operation({
  id: 'updatePortal',
  method: 'PATCH',
  path: PORTAL_PATH,
  tag: 'Feedback portals',
  summary: 'Update a portal',
  description: `Changes a portal. Send all of its boards: one that you leave out is removed, if it has no items. The newest ${FORMER_MOST} former slugs still lead to the portal.`,
  scopes: ['feedback:write'],
  role: 'admin',
  errors: ['version_conflict', 'conflict', 'invalid_reference'],
  params: { portalId: uuid() },
  body: portalPatch.schema,
  output: portalSchema,
  load: ({ path, body, read }) => ({
    portal: getPortalItem(read, path.portalId),
    logoPortal:
      body.logoImageId === undefined ? Promise.resolve(undefined) : getImagePortal(read, body.logoImageId),
  }),
  handle: async ({ body, loaded: { portal: item, logoPortal }, caller, now, newId, read, commit }) => {
    const portal = ownPortalOrThrow(caller, item);
    if (portal.updatedAt !== body.expectedUpdatedAt) throw portalPatch.conflict(portal, body);
    if (body.logoImageId !== undefined && logoPortal !== portal.id) {
      throw invalidReference([{ path: 'logoImageId', message: 'is not an image of this portal' }]);
    }
    const { slug = portal.slug, boards, ...fields } = body;
    if (boards) await judgeBoards(read, portal, boards);
    const patched = {
      ...portalPatch.apply(portal, fields),
      boards: boards ? toBoards(boards, newId) : portal.boards,
    };
    const next = nextVersion(portal, renamed(patched, slug), now);
    const stale = (current: Item | undefined) =>
      current ? portalPatch.conflict(toPortal(current), body) : notFound('portal');
    await commit(next === portal ? [] : replacePortal(next, portal, slugTaken(slug), stale), portal.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    ownPortalOrThrow(caller, await getPortalItem(read, resourceId)),
});

/** Throws for boards that the portal lacks, and for those that would go and have items. */
async function judgeBoards(
  read: Reader,
  portal: Portal,
  boards: Parameters<typeof refuseUnknownBoards>[0],
): Promise<void> {
  const known = portal.boards.map(({ id }) => id);
  refuseUnknownBoards(boards, known);
  const gone = portal.boards.filter((board) => !boards.some(({ id }) => id === board.id));
  const full = await Promise.all(gone.map(({ id }) => boardHasItems(read, portal.id, id)));
  const named = gone.filter((_, position) => full[position]).map((board) => board.name);
  if (named.length === 0) return;
  throw conflict(`${named.join(', ')} has items.`, 'Move its items to another board or delete them first.');
}
