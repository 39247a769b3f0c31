import { notFound, orNotFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { FORMER_SLUGS_MAX, withSlug } from '../../kernel/slugs/slug.ts';
import { assertOwnLinks, updateSlugTaken } from './create-feedback-update.ts';
import { ownUpdateOrThrow, UPDATE_PATH } from './get-feedback-update.ts';
import { renderBody } from './render-body.ts';
import { updatePatch, updateSchema } from './update.ts';
import { assertSchedulable, scheduleChanges } from './update-schedule.ts';
import { getUpdate, replaceUpdate, toUpdate, updatePortalOf } from './update-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const updateFeedbackUpdate = operation({
  id: 'updateFeedbackUpdate',
  method: 'PATCH',
  path: UPDATE_PATH,
  tag: 'Feedback portals',
  summary: 'Edit a portal update',
  description: `Changes a draft or a published update. The last ${FORMER_SLUGS_MAX} former slugs redirect to it.`,
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
    await assertOwnLinks(read, update.portalId, { coverImageId, linkedItemIds }, update.linkedItemIds);
    const next = nextVersion(update, withSlug(updatePatch.apply(update, fields), slug), now);
    assertSchedulable(next, update.scheduledFor, now);
    const stale = (current: Item | undefined) =>
      current ? updatePatch.conflict(toUpdate(current), body) : notFound('update');
    const changes = async () => {
      const rendered = { update: next, markup: await renderBody(next) };
      return [
        ...replaceUpdate(rendered, update, updateSlugTaken(slug), stale),
        ...(await scheduleChanges(read, next, update.scheduledFor, caller.workspaceId)),
      ];
    };
    await commit(next === update ? [] : await changes(), update.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) => {
    const update = orNotFound(await getUpdate(read, resourceId), 'update');
    return ownUpdateOrThrow(caller, { update, portal: await getPortalItem(read, updatePortalOf(update)) });
  },
});
