import { writeConflict } from '../../kernel/core/errors.ts';
import { commit } from '../../kernel/db/write.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { actorOf } from '../../feedback/items/author.ts';
import { deletePost } from '../../feedback/items/author-store.ts';
import { removeFeedbackComment } from '../../feedback/items/comment-store.ts';
import { deleteUntouched } from '../../feedback/items/item-store.ts';
import { findUntouched } from '../../feedback/items/own-posts.ts';
import { deleteVote } from '../../feedback/items/vote-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { addresses, DONE, withQuery } from './addresses.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { ownItemOrThrow } from './own-item.ts';
import { PageError } from '../accounts/page-error.ts';

/** Deletes an idea as its author, as long as it is no one else's concern. */
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
      const untouched = await findUntouched(read, await ownItemOrThrow({ ...call, read }, userId), userId);
      if (!untouched) throw new PageError(409, 'error.refused', 'own.kept');
      const { item, hasOwnVote, ownComments } = untouched;
      const removed = [
        ...deleteUntouched(item, writeConflict),
        // Deleted or taken back meanwhile, what is counted is someone else's.
        ...ownComments.flatMap((comment) => [
          ...removeFeedbackComment(comment, [], writeConflict),
          deletePost(userId, { kind: 'comment', id: comment.id }),
        ]),
        ...(hasOwnVote ? [deleteVote({ itemId: item.id, userId }, writeConflict)] : []),
        deletePost(userId, { kind: 'item', id: item.id }),
      ];
      await commit(services.database, removed, actorOf(item));
    });
    const mine = addresses.mine(request.parameters['portalSlug']!);
    return redirectResponse(withQuery(mine, { [DONE]: 'deleted' }));
  },
});
