import { commit } from '../../kernel/db/write.ts';
import { assertNotBanned } from '../../feedback/items/ban-store.ts';
import { putFollow } from '../../feedback/items/follow-store.ts';
import { follow } from '../accounts/follow.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { addresses, anchors, DONE, FOLLOWED, withQuery } from './addresses.ts';
import { findPublicItem } from './find-item.ts';
import { formRoute, visitorLimits } from './form-route.ts';

const itemPath = ({ portalSlug, itemSlug }: Record<string, string>) => addresses.item(portalSlug!, itemSlug!);

/** Follows an item without a vote, or ends that also for those who voted, wrote or commented. */
export const followFeedbackItem = formRoute({
  id: 'followFeedbackItem',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}/follow',
  limit: visitorLimits.votes,
  formPage: itemPath,
  handle: async ({ services, read, request, now }, { form, visitor }) => {
    const { item, portal } = await findPublicItem(read, request.parameters, async () => undefined);
    const following = form['follow'] === 'yes';
    const userId = visitor.session.user.id;
    if (following) await assertNotBanned(read, userId, portal.workspaceId);
    const changes = following
      ? await follow(read, item.id, { portalId: portal.id, userId, now })
      : putFollow(item.id, userId, false);
    await commit(services.database, changes);
    const page = withQuery(itemPath(request.parameters), { [DONE]: following ? FOLLOWED : 'unfollowed' });
    return redirectResponse(`${page}#${anchors.item}`);
  },
});
