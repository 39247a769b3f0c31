import { portalRoute } from '../portal/portal-route.ts';

/** The page of what is planned, in progress and completed. */
export const showRoadmap = portalRoute({
  id: 'showRoadmap',
  method: 'GET',
  path: '/portals/{portalSlug}/feedback/roadmap',
  handle: async (call) => {
    const { roadmapPage } = await import('./roadmap-page.ts');
    return await roadmapPage(call);
  },
});
