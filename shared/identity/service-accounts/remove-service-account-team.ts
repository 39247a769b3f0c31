import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { serviceAccountOrThrow, showServiceAccount } from './get-service-account.ts';
import { changeServiceAccountTeam, getServiceAccountItem } from './service-account-store.ts';

export const removeServiceAccountTeam = operation({
  id: 'removeServiceAccountTeam',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}/teams/{teamId}`,
  tag: 'Service accounts',
  summary: 'Remove a service account from a team',
  description: "The caller must be a member of the team. The account's keys can no longer access it.",
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('service_account.team_removed', ['teamId']),
  errors: ['conflict'],
  params: { serviceAccountId: uuid(), teamId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    account: getServiceAccountItem(read, path.workspaceId, path.serviceAccountId),
  }),
  handle: async ({ path: { teamId }, loaded, caller, commit }) => {
    const account = showServiceAccount(caller, serviceAccountOrThrow(loaded.account));
    if (!account.teamIds.includes(teamId)) throw notFound('team');
    await commit(changeServiceAccountTeam(account, teamId, 'delete', writeConflict), teamId, {
      targetId: account.id,
      name: account.name,
      from: { teamId },
    });
    return { id: teamId, deleted: true as const };
  },
  replay: async ({ resourceId }) => ({ id: resourceId, deleted: true as const }),
});
