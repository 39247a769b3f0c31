import { commit } from '../../kernel/db/write.ts';
import { assertNotBanned } from '../../feedback/items/ban-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { subscribe, unsubscribe } from '../accounts/follow.ts';
import { addresses, DONE, SUBSCRIBED, withQuery } from './addresses.ts';
import { findPublicPortal } from './find-portal.ts';
import { formRoute, visitorLimits } from './form-route.ts';

const updatesPath = ({ portalSlug }: Record<string, string>) => addresses.updates(portalSlug!);

/** Has each new update of a portal sent to the visitor by mail, or ends that. */
export const subscribeToUpdates = formRoute({
  id: 'subscribeToUpdates',
  path: '/portals/{portalSlug}/feedback/subscription',
  limit: visitorLimits.votes,
  formPage: updatesPath,
  handle: async ({ services, read, request, now }, { form, visitor }) => {
    const portal = await findPublicPortal(read, request.parameters['portalSlug']!);
    const userId = visitor.session.user.id;
    const subscribing = form['subscribe'] === 'yes';
    if (subscribing) await assertNotBanned(read, userId, portal.workspaceId);
    const choose = subscribing ? subscribe : unsubscribe;
    await commit(services.database, await choose(read, { portalId: portal.id, userId, now }));
    const done = subscribing ? SUBSCRIBED : 'unsubscribed';
    return redirectResponse(withQuery(updatesPath(request.parameters), { [DONE]: done }));
  },
});
