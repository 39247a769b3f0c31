import { portalRoute } from '../portal/portal-route.ts';

/** A portal's published updates as an Atom feed. */
export const getUpdatesFeed = portalRoute({
  id: 'getUpdatesFeed',
  method: 'GET',
  path: '/portals/{portalSlug}/feedback/updates.atom',
  handle: async (call) => {
    const { updatesFeed } = await import('./updates-feed.ts');
    return await updatesFeed(call);
  },
});
