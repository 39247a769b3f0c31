import * as z from 'zod';
import { writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { assertRoomForTeam } from '../members/membership.ts';
import { assertOwnTeams } from './create-service-account.ts';
import { serviceAccountOrThrow, showServiceAccount } from './get-service-account.ts';
import { serviceAccountSchema } from './service-account.ts';
import { changeServiceAccountTeam, getServiceAccountItem } from './service-account-store.ts';
import { joinedTeams } from '../../kernel/auth/membership-store.ts';

export const addServiceAccountTeam = operation({
  id: 'addServiceAccountTeam',
  method: 'POST',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}/teams`,
  tag: 'Service accounts',
  summary: 'Add a service account to a team',
  description:
    'The caller must be a member of the team. All keys of the account that are not restricted to teams can access the team immediately. Repeating the call has no effect.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('service_account.team_added', ['teamId']),
  errors: ['invalid_reference', 'conflict'],
  params: { serviceAccountId: uuid() },
  body: () => z.strictObject({ teamId: uuid() }).meta({ id: 'AddServiceAccountTeamRequest' }),
  output: serviceAccountSchema,
  load: ({ path, read }) => ({
    account: getServiceAccountItem(read, path.workspaceId, path.serviceAccountId),
  }),
  handle: async ({ body: { teamId }, loaded, caller, commit }) => {
    const item = serviceAccountOrThrow(loaded.account);
    assertOwnTeams(caller, [['teamId', teamId]]);
    const account = showServiceAccount(caller, item);
    if (account.teamIds.includes(teamId)) {
      await commit([], account.id);
      return account;
    }
    assertRoomForTeam(joinedTeams(item));
    await commit(changeServiceAccountTeam(account, teamId, 'add', writeConflict), account.id, {
      name: account.name,
      to: { teamId },
    });
    return { ...account, teamIds: [...account.teamIds, teamId] };
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = await getServiceAccountItem(read, caller.workspaceId, resourceId);
    return showServiceAccount(caller, serviceAccountOrThrow(item));
  },
});
