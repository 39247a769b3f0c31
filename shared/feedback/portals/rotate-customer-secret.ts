import { WithSecret } from '../../kernel/core/call.ts';
import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import {
  CUSTOMER_SECRET_DAYS,
  customerSecretText,
  newCustomerSecret,
  rotatedSecrets,
} from '../portal/customer-secret.ts';
import { getCustomerSecrets, putCustomerSecrets } from '../portal/customer-secret-store.ts';
import { ownPortalOrThrow, PORTAL_PATH } from '../portal/portal-access.ts';
import { portalSchema } from '../portal/portal.ts';
import { getPortalItem, portalExists } from '../portal/portal-store.ts';

export const rotateCustomerSecret = operation({
  id: 'rotateCustomerSecret',
  method: 'POST',
  path: `${PORTAL_PATH}/customer-secret/rotate`,
  tag: 'Feedback portals',
  summary: 'Rotate the secret for customers',
  description: `Creates the secret with which your own site signs tokens that sign its customers in to the portal, and returns it in \`customerSecret\`, in this response only. It is valid for ${CUSTOMER_SECRET_DAYS} days. The previous one stays valid for 24 hours.`,
  scopes: ['feedback:write'],
  principals: ['user'],
  role: 'admin',
  audit: audited('portal.secret_rotated', []),
  secret: 'customerSecret',
  params: { portalId: uuid() },
  output: portalSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    secrets: getCustomerSecrets(read, path.portalId),
  }),
  handle: async ({ loaded, caller, now, randomBytes, keys, commit }) => {
    const portal = ownPortalOrThrow(caller, loaded.portal);
    const { current } = await keys('customerSecrets');
    const made = newCustomerSecret(current, { now, randomBytes });
    const secrets = rotatedSecrets(made, loaded.secrets, now);
    await commit(
      [
        putCustomerSecrets(portal.id, secrets, loaded.secrets, writeConflict),
        portalExists(portal.id, () => notFound('portal')),
      ],
      portal.id,
      { name: portal.name },
    );
    return new WithSecret(portal, customerSecretText(made, { all: [current] }, portal.id)!);
  },
  replay: async ({ caller, read, resourceId }) =>
    ownPortalOrThrow(caller, await getPortalItem(read, resourceId)),
});
