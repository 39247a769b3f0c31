import { raceLost } from '../api/errors.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../api/operation.ts';
import { uuid } from '../lib/schema.ts';
import { joinedTeams, TEAMS_AT_ONCE } from '../members/member-store.ts';
import { serviceAccountOrThrow } from './get-service-account.ts';
import { toServiceAccount } from './service-account-store.ts';
import {
  changeServiceAccountTeam,
  deleteServiceAccountItem,
  getServiceAccountItem,
} from './service-account-store.ts';

export const deleteServiceAccount = operation({
  id: 'deleteServiceAccount',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}`,
  tag: 'Service accounts',
  summary: 'Delete a service account',
  description:
    'Ends a service account and all its keys. Stories go on to name it as their reporter, and getServiceAccount to tell what it was.',
  scopes: ['tokens:manage'],
  role: 'admin',
  errors: ['conflict'],
  params: { serviceAccountId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    account: getServiceAccountItem(read, path.workspaceId, path.serviceAccountId),
  }),
  handle: async ({ path: { serviceAccountId: id }, loaded, now, tryWrite, commit }) => {
    const item = serviceAccountOrThrow(loaded.account);
    const teamIds = [...joinedTeams(item)];
    if (teamIds.length > TEAMS_AT_ONCE) {
      const account = toServiceAccount(item);
      for (const teamId of teamIds.slice(TEAMS_AT_ONCE)) {
        await tryWrite(changeServiceAccountTeam(account, teamId, 'delete', raceLost));
      }
      // It has fewer teams now: read again, and done in one transaction.
      throw raceLost();
    }
    await commit(deleteServiceAccountItem(item, now.toISOString(), raceLost), id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
