import { PORTAL_PATH, ownPortalOrThrow } from '../portal/portal-access.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { portalSchema } from '../portal/portal.ts';
import { getPortalItem } from '../portal/portal-store.ts';

export const getPortal = operation({
  id: 'getPortal',
  method: 'GET',
  path: PORTAL_PATH,
  tag: 'Feedback portals',
  summary: 'Get a portal',
  description: 'Returns a feedback portal with its boards, whether it is public or private.',
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid() },
  output: portalSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ loaded, caller }) => ownPortalOrThrow(caller, loaded.portal),
});
