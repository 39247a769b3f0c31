import { ApiError, writeConflict } from '../../kernel/core/errors.ts';
import { commit } from '../../kernel/db/write.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { actorOf } from '../../feedback/items/author.ts';
import { deletePost } from '../../feedback/items/author-store.ts';
import { itemsCounting } from '../../feedback/items/comment-access.ts';
import { removeFeedbackComment } from '../../feedback/items/comment-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { addresses, anchors, DONE, withQuery } from './addresses.ts';
import { findPublicItem } from './find-item.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { ownCommentOrThrow } from './own-comment.ts';

const itemPath = ({ portalSlug, itemSlug }: Record<string, string>) => addresses.item(portalSlug!, itemSlug!);

/** Deletes a comment as its author; replies to it stay. A form that is sent again finds none, and says the same. */
export const deleteOwnComment = formRoute({
  id: 'deleteOwnComment',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}/comments/{commentId}/delete',
  limit: visitorLimits.edits,
  formPage: itemPath,
  handle: async (call, { visitor }) => {
    const { services, request } = call;
    const userId = visitor.session.user.id;
    await findPublicItem(call.read, request.parameters, async () => undefined);
    await retryOnConflict(async () => {
      const read = createReader(services.database);
      const { comment } = await ownCommentOrThrow({ ...call, read }, userId);
      const removed = [
        ...removeFeedbackComment(comment, await itemsCounting(read, comment), writeConflict),
        deletePost(userId, { kind: 'comment', id: comment.id }),
      ];
      await commit(services.database, removed, actorOf(comment));
    }).catch(unlessGone);
    const item = withQuery(itemPath(request.parameters), { [DONE]: 'comment-deleted' });
    return redirectResponse(`${item}#${anchors.comments}`);
  },
});

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
