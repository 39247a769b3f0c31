import { writeConflict } from '../../kernel/core/errors.ts';
import { commit } from '../../kernel/db/write.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { actorOf } from '../../feedback/items/author.ts';
import { deletePost } from '../../feedback/items/author-store.ts';
import { deleteUntouched } from '../../feedback/items/item-store.ts';
import { isDeletable } from '../../feedback/items/own-posts.ts';
import { redirectResponse } from '../../kernel/html/page.ts';
import { addresses, DONE, withQuery } from './addresses.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { ownItemOrThrow } from './own-item.ts';
import { PortalError } from './portal-error.ts';

/** Deletes an idea as its author, as long as no one else has voted for it or commented on it. */
export const deleteOwnItem = formRoute({
  id: 'deleteOwnItem',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}/delete',
  limit: visitorLimits.edits,
  formPage: ({ portalSlug }) => addresses.mine(portalSlug!),
  handle: async (call, { visitor }) => {
    const { services, request } = call;
    const userId = visitor.session.user.id;
    await retryOnConflict(async () => {
      const read = createReader(services.database);
      const { stored } = await ownItemOrThrow({ ...call, read }, userId);
      if (!isDeletable(stored)) throw new PortalError(409, 'error.refused', 'own.kept');
      const index = deletePost(userId, { kind: 'item', id: stored.id });
      await commit(services.database, [...deleteUntouched(stored, writeConflict), index], actorOf(stored));
    });
    const mine = addresses.mine(request.parameters['portalSlug']!);
    return redirectResponse(withQuery(mine, { [DONE]: 'deleted' }));
  },
});
