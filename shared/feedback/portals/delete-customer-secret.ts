import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { deleteCustomerSecrets } from '../portal/customer-secret-store.ts';
import { ownPortalOrThrow, PORTAL_PATH } from '../portal/portal-access.ts';
import { getPortalItem } from '../portal/portal-store.ts';

export const deleteCustomerSecret = operation({
  id: 'deleteCustomerSecret',
  method: 'DELETE',
  path: `${PORTAL_PATH}/customer-secret`,
  tag: 'Feedback portals',
  summary: 'Delete the secret for customers',
  description:
    'Deletes the secrets for tokens of customers, also one that was rotated less than 24 hours ago. No one can be signed in with them any more, and anyone who was is signed out.',
  scopes: ['feedback:write'],
  principals: ['user'],
  role: 'admin',
  audit: audited('portal.secret_deleted', []),
  params: { portalId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ loaded, caller, commit }) => {
    const { id, name } = ownPortalOrThrow(caller, loaded.portal);
    await commit([deleteCustomerSecrets(id)], id, { name });
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
