import { notFound } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { serviceAccountOrThrow, showServiceAccount } from './get-service-account.ts';
import { serviceAccountPatch, serviceAccountSchema } from './service-account.ts';
import {
  getServiceAccountItem,
  toServiceAccount,
  replaceServiceAccount as update,
} from './service-account-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const updateServiceAccount = operation({
  id: 'updateServiceAccount',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}`,
  tag: 'Service accounts',
  summary: 'Rename a service account',
  description:
    "Changes the name, provided that expectedUpdatedAt is the account's current updatedAt. Keys remain valid.",
  scopes: ['tokens:manage'],
  role: 'admin',
  audit: audited('service_account.updated', ['name']),
  errors: ['version_conflict'],
  params: { serviceAccountId: uuid() },
  body: serviceAccountPatch.schema,
  output: serviceAccountSchema,
  load: ({ path, read }) => ({
    account: getServiceAccountItem(read, path.workspaceId, path.serviceAccountId),
  }),
  handle: async ({ body, loaded, caller, now, commit }) => {
    const shown = showServiceAccount(caller, serviceAccountOrThrow(loaded.account));
    const { teamIds, ...account } = shown;
    if (account.updatedAt !== body.expectedUpdatedAt) throw serviceAccountPatch.conflict(account, body);
    const next = nextVersion(account, serviceAccountPatch.apply(account, body), now);
    const stale = (current: Item | undefined) =>
      current ? serviceAccountPatch.conflict(toServiceAccount(current), body) : notFound('service account');
    await commit(next === account ? [] : [update(next, account, stale)], account.id, {
      from: account,
      to: next,
    });
    return { ...next, teamIds };
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = await getServiceAccountItem(read, caller.workspaceId, resourceId);
    return showServiceAccount(caller, serviceAccountOrThrow(item));
  },
});
