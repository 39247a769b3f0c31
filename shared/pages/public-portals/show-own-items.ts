import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { signInPath } from '../accounts/next-path.ts';
import { addresses } from './addresses.ts';
import { portalRoute } from './portal-route.ts';
import { signedInVisitor } from './visitor.ts';

/** The ideas that a visitor posted or commented on. */
export const showOwnItems = portalRoute({
  id: 'showOwnItems',
  method: 'GET',
  path: '/portals/{portalSlug}/feedback/mine',
  handle: async (call) => {
    const visitor = await signedInVisitor(call);
    if (!visitor) return redirectResponse(signInPath(addresses.mine(call.request.parameters['portalSlug']!)));
    const { ownItemsPage } = await import('./own-items-page.ts');
    return await ownItemsPage(call, visitor);
  },
});
