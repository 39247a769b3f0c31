import { writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { TEAMS_PER_TRANSACTION } from '../members/member-store.ts';
import { serviceAccountOrThrow } from './get-service-account.ts';
import { toServiceAccount } from './service-account-store.ts';
import {
  changeServiceAccountTeam,
  deleteServiceAccountItem,
  getServiceAccountItem,
} from './service-account-store.ts';
import { joinedTeams } from '../../kernel/auth/membership-store.ts';

export const deleteServiceAccount = operation({
  id: 'deleteServiceAccount',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}`,
  tag: 'Service accounts',
  summary: 'Delete a service account',
  description:
    'Deletes a service account and revokes all its keys. Stories keep it as their reporter, and getServiceAccount still returns it.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('service_account.deleted', []),
  errors: ['conflict'],
  ifMatch: true,
  params: { serviceAccountId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    account: getServiceAccountItem(read, path.workspaceId, path.serviceAccountId),
  }),
  handle: async ({ path: { serviceAccountId: id }, loaded, now, assertMatch, tryWrite, commit }) => {
    const item = serviceAccountOrThrow(loaded.account);
    assertMatch(toServiceAccount(item));
    const teamIds = [...joinedTeams(item)];
    if (teamIds.length > TEAMS_PER_TRANSACTION) {
      const account = toServiceAccount(item);
      for (const teamId of teamIds.slice(TEAMS_PER_TRANSACTION)) {
        await tryWrite(changeServiceAccountTeam(account, teamId, 'delete', writeConflict));
      }
      // It has fewer teams now: read it again and finish in one transaction.
      throw writeConflict();
    }
    await commit(deleteServiceAccountItem(item, now.toISOString(), writeConflict), id, {
      from: toServiceAccount(item),
    });
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
