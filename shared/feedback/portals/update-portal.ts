import { conflict, invalidReference, notFound } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { boardHasItems } from '../items/item-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { assertKnownBoards, portalSlugTaken } from './create-portal.ts';
import { ownPortalOrThrow, PORTAL_PATH } from '../portal/portal-access.ts';
import { getImagePortal } from '../portal/image-store.ts';
import { portalPatch, portalSchema, toBoards, type Portal } from '../portal/portal.ts';
import { getPortalItem, replacePortal, toPortal } from '../portal/portal-store.ts';
import { FORMER_SLUGS_MAX, withSlug } from '../../kernel/slugs/slug.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

export const updatePortal = operation({
  id: 'updatePortal',
  method: 'PATCH',
  path: PORTAL_PATH,
  tag: 'Feedback portals',
  summary: 'Update a portal',
  description: `Updates a portal. boards replaces all boards: a board that you omit is removed, provided that it has no items. The last ${FORMER_SLUGS_MAX} former slugs redirect to the portal.`,
  scopes: ['feedback:write'],
  role: 'admin',
  audit: audited('portal.updated', [
    'name',
    'slug',
    'visibility',
    'description',
    'color',
    'boards',
    'embedOrigins',
    'websiteUrl',
    'privacyUrl',
    'imprintUrl',
    'language',
  ]),
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
    if (boards) await assertRemovedBoardsEmpty(read, portal, boards);
    const patched = {
      ...portalPatch.apply(portal, fields),
      boards: boards ? toBoards(boards, newId) : portal.boards,
    };
    const next = nextVersion(portal, withSlug(patched, slug), now);
    const stale = (current: Item | undefined) =>
      current ? portalPatch.conflict(toPortal(current), body) : notFound('portal');
    await commit(
      next === portal ? [] : replacePortal(next, portal, portalSlugTaken(slug), stale),
      portal.id,
      {
        from: portal,
        to: next,
      },
    );
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    ownPortalOrThrow(caller, await getPortalItem(read, resourceId)),
});

/** Throws for boards that do not exist on the portal, and for boards to be removed that have items. */
async function assertRemovedBoardsEmpty(
  read: Reader,
  portal: Portal,
  boards: Parameters<typeof assertKnownBoards>[0],
): Promise<void> {
  const known = portal.boards.map(({ id }) => id);
  assertKnownBoards(boards, known);
  const gone = portal.boards.filter((board) => !boards.some(({ id }) => id === board.id));
  const full = await Promise.all(gone.map(({ id }) => boardHasItems(read, portal.id, id)));
  const named = gone.filter((_, position) => full[position]).map((board) => board.name);
  if (named.length === 0) return;
  throw conflict(`${named.join(', ')} has items.`, 'Move the items to another board or delete them first.');
}
