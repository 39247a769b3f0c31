import { commit } from '../../kernel/db/write.ts';
import { newVoter } from '../../feedback/items/author.ts';
import {
  addReaction,
  getReactions,
  isFull,
  reactionKinds,
  removeReaction,
} from '../../feedback/items/reaction-store.ts';
import { redirectResponse } from '../../kernel/html/page.ts';
import { addresses, anchors } from './addresses.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { visibleCommentOrThrow } from './own-comment.ts';
import { pageToReturnTo, returnPath } from './page-to-return-to.ts';
import { PortalError } from './portal-error.ts';

const itemPath = ({ portalSlug, itemSlug }: Record<string, string>) => addresses.item(portalSlug!, itemSlug!);

/** Adds a visitor's reaction to a comment, or takes it away; each kind once. */
export const reactToComment = formRoute({
  id: 'reactToComment',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}/comments/{commentId}/reaction',
  limit: visitorLimits.reactions,
  formPage: itemPath,
  handle: async (call, { form, visitor }) => {
    const { services, read, now, request } = call;
    const parameters = request.parameters as { portalSlug: string; itemSlug: string };
    const { portal, comment } = await visibleCommentOrThrow(call);
    const userId = visitor.session.user.id;
    const kindIn = (field: string) => reactionKinds.find((kind) => kind === form[field]);
    const [given, back] = [kindIn('give'), kindIn('back')];
    const reaction = { itemId: comment.itemId, commentId: comment.id, userId };
    const stored = await getReactions(read, comment.itemId);
    if (given && isFull(stored)) throw new PortalError(409, 'error.refused', 'reaction.full');
    const voter = await newVoter(read, { userId, workspaceId: portal.workspaceId }, now);
    await commit(services.database, [
      ...(given ? [addReaction({ ...reaction, kind: given }), ...voter] : []),
      ...(back && !given && stored ? [removeReaction({ ...reaction, kind: back })] : []),
    ]);
    const page = pageToReturnTo({ back: form['back-to'], parameters, baseUrl: services.baseUrl() });
    return redirectResponse(returnPath(page, {}, anchors.comment(comment.id)));
  },
});
