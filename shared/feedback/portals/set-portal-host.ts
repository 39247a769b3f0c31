import * as z from 'zod';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { ownPortalOrThrow } from '../portal/portal-access.ts';
import { portalHost, portalSchema } from '../portal/portal.ts';
import { getPortalItem, replacePortal } from '../portal/portal-store.ts';
import { portalSlugTaken } from './create-portal.ts';

/** For operators, who serve the host and know whose it is. */
export const setPortalHost = operatorOperation({
  id: 'setPortalHost',
  summary: 'Give a portal a host name of its own, or take it away',
  inWorkspace: true,
  audit: audited('portal.updated', ['host']),
  params: { portalId: uuid() },
  body: () => z.strictObject({ host: portalHost().nullable() }),
  output: portalSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ body, loaded: { portal: item }, caller, now, commit }) => {
    const portal = ownPortalOrThrow(caller, item);
    const next = nextVersion(portal, { ...portal, host: body.host }, now);
    await commit(
      next === portal ? [] : replacePortal(next, portal, portalSlugTaken(portal.slug), writeConflict),
      portal.id,
      { from: portal, to: next },
    );
    return next;
  },
});
