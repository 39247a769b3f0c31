import { orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { updateSlugTaken } from './create-feedback-update.ts';
import { ownUpdateOrThrow, UPDATE_PATH } from './get-feedback-update.ts';
import { renderBody } from './render-body.ts';
import { updateSchema } from './update.ts';
import { getUpdate, replaceUpdate, updatePortalOf } from './update-store.ts';

/** The operation that publishes or withdraws an update; idempotent. */
export function updatePublishing(declared: {
  id: string;
  suffix: string;
  summary: string;
  description: string;
  publish: boolean;
}) {
  const { id, suffix, summary, description, publish } = declared;
  return operation({
    id,
    method: 'POST',
    path: `${UPDATE_PATH}/${suffix}`,
    tag: 'Feedback portals',
    summary,
    description,
    scopes: ['feedback:write'],
    role: 'member',
    ifMatch: true,
    params: { portalId: uuid(), updateId: uuid() },
    output: updateSchema,
    load: ({ path, read }) => ({
      portal: getPortalItem(read, path.portalId),
      update: getUpdate(read, path.updateId),
    }),
    handle: async ({ loaded, caller, now, assertMatch, commit }) => {
      const update = ownUpdateOrThrow(caller, loaded);
      assertMatch(update);
      const done = (update.publishedAt !== null) === publish;
      const updatedAt = nextTimestamp(now, update.updatedAt);
      const next = done
        ? update
        : { ...update, publishedAt: publish ? updatedAt : null, scheduledFor: null, updatedAt };
      const changes = async () => {
        const rendered = { update: next, markup: await renderBody(next) };
        return replaceUpdate(rendered, update, updateSlugTaken(next.slug), writeConflict);
      };
      await commit(done ? [] : await changes(), update.id);
      return next;
    },
    replay: async ({ caller, read, resourceId }) => {
      const update = orNotFound(await getUpdate(read, resourceId), 'update');
      return ownUpdateOrThrow(caller, { update, portal: await getPortalItem(read, updatePortalOf(update)) });
    },
  });
}
