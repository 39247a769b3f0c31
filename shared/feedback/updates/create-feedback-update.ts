import { conflict, invalidReference, notFound, orNotFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { getItem, itemPortalOf } from '../items/item-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownPortalOrThrow } from '../portal/portal-access.ts';
import { getImagePortal } from '../portal/image-store.ts';
import { getPortalItem, portalExists } from '../portal/portal-store.ts';
import { slugOf } from '../../kernel/slugs/slug.ts';
import { findFreeSlug } from '../../kernel/slugs/slug-store.ts';
import { ownUpdateOrThrow, UPDATES_PATH } from './get-feedback-update.ts';
import { updateCreateSchema, updateSchema, type FeedbackUpdate } from './update.ts';
import { renderBody } from './render-body.ts';
import { assertSchedulable, scheduleChanges } from './update-schedule.ts';
import { getUpdate, putUpdate, updatePortalOf, updateSlugs } from './update-store.ts';
import type { Reader } from '../../kernel/core/database.ts';

export const createFeedbackUpdate = operation({
  id: 'createFeedbackUpdate',
  method: 'POST',
  path: UPDATES_PATH,
  tag: 'Feedback portals',
  summary: 'Create a portal update',
  description:
    'Creates a draft, which is not public until you call publishFeedbackUpdate or the time of scheduledFor comes.',
  scopes: ['feedback:write'],
  role: 'member',
  status: 201,
  errors: ['invalid_reference', 'conflict'],
  params: { portalId: uuid() },
  body: updateCreateSchema,
  output: updateSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ body, loaded, caller, read, now, newId, randomBytes, commit }) => {
    const portal = ownPortalOrThrow(caller, loaded.portal);
    const { title, slug: wanted, summary = null, body: text = null, ...rest } = body;
    const { coverImageId = null, linkedItemIds = [], scheduledFor = null } = rest;
    assertSchedulable({ scheduledFor, publishedAt: null }, null, now);
    await assertOwnLinks(read, portal.id, { coverImageId, linkedItemIds });
    const timestamp = now.toISOString();
    const update: FeedbackUpdate = {
      id: newId(),
      portalId: portal.id,
      slug:
        wanted ?? (await findFreeSlug(read, updateSlugs(portal.id), slugOf(title, 'update'), randomBytes)),
      formerSlugs: [],
      title,
      summary,
      body: text,
      coverImageId,
      linkedItemIds,
      publishedAt: null,
      scheduledFor,
      createdAt: timestamp,
      updatedAt: timestamp,
    };
    const gone = () => notFound('portal');
    const put = putUpdate(update, await renderBody(update), updateSlugTaken(update.slug));
    const scheduled = await scheduleChanges(read, update, null, caller.workspaceId);
    await commit([portalExists(portal.id, gone), ...put, ...scheduled], update.id);
    return update;
  },
  replay: async ({ caller, read, resourceId }) => {
    const update = orNotFound(await getUpdate(read, resourceId), 'update');
    return ownUpdateOrThrow(caller, { update, portal: await getPortalItem(read, updatePortalOf(update)) });
  },
});

/** The 409 for a slug that another update of the portal has, or had and still redirects from. */
export const updateSlugTaken = (slug: string) => () =>
  conflict(`Another update already uses the slug ${slug}.`, 'Choose another slug.');

/**
 * Throws a 400 for a cover or items that do not belong to the portal; items in `known` may have been deleted
 * since.
 */
export async function assertOwnLinks(
  read: Reader,
  portalId: string,
  { coverImageId, linkedItemIds }: Pick<FeedbackUpdate, 'coverImageId' | 'linkedItemIds'>,
  known: readonly string[] = [],
): Promise<void> {
  const [imagePortal, items] = await Promise.all([
    coverImageId === null ? portalId : getImagePortal(read, coverImageId),
    Promise.all(linkedItemIds.map((id) => getItem(read, id))),
  ]);
  const problems = [
    ...(imagePortal === portalId
      ? []
      : [{ path: 'coverImageId', message: 'is not an image of this portal' }]),
    ...items.flatMap((item, position) =>
      known.includes(linkedItemIds[position]!) || (item && itemPortalOf(item) === portalId)
        ? []
        : [{ path: `linkedItemIds.${position}`, message: 'is not an item of this portal' }],
    ),
  ];
  if (problems.length > 0) throw invalidReference(problems);
}
