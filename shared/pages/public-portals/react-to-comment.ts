import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { newVoter } from '../../feedback/items/author.ts';
import { putReaction } from '../../feedback/items/comment-store.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import {
  getReactions,
  isFull,
  reactionKinds,
  type ReactionKind,
  removeReaction,
} from '../../feedback/items/reaction-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { addresses, anchors } from './addresses.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { visibleCommentOrThrow } from './own-comment.ts';
import { pageToReturnTo, returnPath } from './page-to-return-to.ts';
import { PageError } from '../accounts/page-error.ts';

const itemPath = ({ portalSlug, itemSlug }: Record<string, string>) => addresses.item(portalSlug!, itemSlug!);

/** Adds a visitor's reaction to a comment, or takes it away; each kind once. */
export const reactToComment = formRoute({
  id: 'reactToComment',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}/comments/{commentId}/reaction',
  limit: visitorLimits.reactions,
  formPage: itemPath,
  handle: async (call, { form, visitor }) => {
    const { services, request } = call;
    const parameters = request.parameters as { portalSlug: string; itemSlug: string };
    const kindIn = (field: string) => reactionKinds.find((kind) => kind === form[field]);
    const comment = await retryOnConflict(() =>
      react(
        { ...call, read: createReader(services.database) },
        { userId: visitor.session.user.id, given: kindIn('give'), back: kindIn('back') },
      ),
    );
    const page = pageToReturnTo({ back: form['back-to'], parameters, baseUrl: services.baseUrl() });
    return redirectResponse(returnPath(page, {}, anchors.comment(comment.id)));
  },
});

interface Asked {
  userId: string;
  given: ReactionKind | undefined;
  back: ReactionKind | undefined;
}

/** Stores what was asked for, and returns the comment. */
async function react(call: WebCall, { userId, given, back }: Asked): Promise<FeedbackComment> {
  const { services, read, now } = call;
  const { portal, comment } = await visibleCommentOrThrow(call);
  const reaction = { itemId: comment.itemId, commentId: comment.id, userId };
  const stored = await getReactions(read, comment.itemId);
  if (given && isFull(stored)) throw new PageError(409, 'error.refused', 'reaction.full');
  const voter = await newVoter(read, { userId, workspaceId: portal.workspaceId, portalId: portal.id }, now);
  await commit(services.database, [
    ...(given ? [...putReaction({ ...reaction, kind: given }, publicNotFound), ...voter] : []),
    ...(back && !given && stored ? [removeReaction({ ...reaction, kind: back })] : []),
  ]);
  return comment;
}
