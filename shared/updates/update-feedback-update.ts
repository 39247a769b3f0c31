import { notFound, orNotFound } from '../api/errors.ts';
import { operation } from '../api/operation.ts';
import { nextVersion } from '../api/patch.ts';
import type { Item } from '../db/table.ts';
import { uuid } from '../lib/schema.ts';
import { getPortalItem } from '../portals/portal-store.ts';
import { FORMER_MOST, renamed } from '../portals/slug.ts';
import { refuseForeignLinks, slugTaken } from './create-feedback-update.ts';
import { ownUpdateOrThrow, UPDATE_PATH } from './get-feedback-update.ts';
import { updatePatch, updateSchema } from './update.ts';
import { getUpdate, replaceUpdate, toUpdate, updatePortalOf } from './update-store.ts';

export const updateFeedbackUpdate = operation({
  id: 'updateFeedbackUpdate',
  method: 'PATCH',
  path: UPDATE_PATH,
  tag: 'Feedback portals',
  summary: 'Update an update of a portal',
  description: `Changes a draft or a published update. The newest ${FORMER_MOST} former slugs still lead to it.`,
  scopes: ['feedback:write'],
  role: 'member',
  errors: ['version_conflict', 'conflict', 'invalid_reference'],
  params: { portalId: uuid(), updateId: uuid() },
  body: updatePatch.schema,
  output: updateSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    update: getUpdate(read, path.updateId),
  }),
  handle: async ({ body, loaded, caller, read, now, commit }) => {
    const update = ownUpdateOrThrow(caller, loaded);
    if (update.updatedAt !== body.expectedUpdatedAt) throw updatePatch.conflict(update, body);
    const { slug = update.slug, ...fields } = body;
    const { coverImageId = null, linkedItemIds = [] } = fields;
    await refuseForeignLinks(read, update.portalId, { coverImageId, linkedItemIds }, update.linkedItemIds);
    const next = nextVersion(update, renamed(updatePatch.apply(update, fields), slug), now);
    const stale = (current: Item | undefined) =>
      current ? updatePatch.conflict(toUpdate(current), body) : notFound('update');
    await commit(next === update ? [] : replaceUpdate(next, update, slugTaken(slug), stale), update.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) => {
    const update = orNotFound(await getUpdate(read, resourceId), 'update');
    return ownUpdateOrThrow(caller, { update, portal: await getPortalItem(read, updatePortalOf(update)) });
  },
});
