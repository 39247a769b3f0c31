import { commit } from '../../../shared/db/write.ts';
import { joinedTeams, TEAMS_AT_ONCE } from '../../../shared/members/member-store.ts';
import type { ServiceAccount } from '../../../shared/service-accounts/service-account.ts';
import {
  changeServiceAccountTeam,
  deleteServiceAccountItem,
  getServiceAccountItem,
  listServiceAccountItems,
  putServiceAccount,
  toServiceAccount,
  updateServiceAccount,
} from '../../../shared/service-accounts/service-account-store.ts';
import { CommandError } from '../command-error.ts';
import { raceLost, type OperatorContext } from './context.ts';

/** A service account and the ids of the teams it was given. */
export type TeamedServiceAccount = ServiceAccount & { teamIds: string[] };

export const serviceAccountCommands = ({
  database,
  read,
  clock,
  newId,
  created,
  changed,
}: OperatorContext) => ({
  async createServiceAccount(
    workspaceId: string,
    name: string,
    teamIds: readonly string[],
  ): Promise<ServiceAccount> {
    const account = { id: newId(), workspaceId, name, ...created(), deletedAt: null };
    await commit(database, putServiceAccount(account, teamIds, noTeam));
    return account;
  },

  async getServiceAccount(workspaceId: string, id: string): Promise<TeamedServiceAccount | undefined> {
    const item = await getServiceAccountItem(read, workspaceId, id);
    return item && { ...toServiceAccount(item), teamIds: [...joinedTeams(item)] };
  },

  /** The service accounts of a workspace, newest first. */
  listServiceAccounts: async (workspaceId: string): Promise<ServiceAccount[]> =>
    (await listServiceAccountItems(read, workspaceId)).map(toServiceAccount),

  async renameServiceAccount(account: ServiceAccount, name: string): Promise<ServiceAccount> {
    const next = changed(account, { name });
    await commit(database, [updateServiceAccount(next, account, raceLost)]);
    return next;
  },

  /** Gives a service account a team, or takes it back; nothing changes where it is so already. */
  async changeServiceAccountTeam(
    account: ServiceAccount,
    teamId: string,
    change: 'add' | 'delete',
  ): Promise<void> {
    const item = await getServiceAccountItem(read, account.workspaceId, account.id);
    if (!item) throw raceLost();
    if (joinedTeams(item).has(teamId) === (change === 'add')) return;
    await commit(database, changeServiceAccountTeam(account, teamId, change, raceLost));
  },

  async deleteServiceAccount({ workspaceId, id }: ServiceAccount): Promise<void> {
    for (;;) {
      const item = await getServiceAccountItem(read, workspaceId, id);
      if (!item) throw raceLost();
      const teamIds = [...joinedTeams(item)];
      if (teamIds.length <= TEAMS_AT_ONCE) {
        return await commit(database, deleteServiceAccountItem(item, clock().toISOString(), raceLost));
      }
      const account = toServiceAccount(item);
      await commit(database, changeServiceAccountTeam(account, teamIds[0]!, 'delete', raceLost));
    }
  },
});

const noTeam = () => new CommandError('There is no such team.');
