import type { Command } from 'commander';
import { name } from '../../shared/kernel/core/schema.ts';
import { addServiceAccountTeam } from '../../shared/identity/service-accounts/add-service-account-team.ts';
import { createServiceAccount } from '../../shared/identity/service-accounts/create-service-account.ts';
import { deleteServiceAccount } from '../../shared/identity/service-accounts/delete-service-account.ts';
import { listServiceAccounts } from '../../shared/identity/service-accounts/list-service-accounts.ts';
import { removeServiceAccountTeam } from '../../shared/identity/service-accounts/remove-service-account-team.ts';
import type { ServiceAccount } from '../../shared/identity/service-accounts/service-account.ts';
import { updateServiceAccount } from '../../shared/identity/service-accounts/update-service-account.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { as, asList, assertSomeChange, parseArgument } from '../core/arguments.ts';
import { confirm } from '../core/confirm.ts';
import { findServiceAccount, findTeams } from '../core/find.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

interface ServiceAccountsOptions extends WorkspaceOptions {
  yes?: boolean;
}

const columns: Columns<ServiceAccount> = {
  name: (account) => account.name,
  id: (account) => account.id,
  created: (account) => account.createdAt,
};

type ListedAccount = ServiceAccount & { teams: Pick<Team, 'id' | 'code' | 'name'>[] };

const fields: Columns<ListedAccount> = {
  ...columns,
  teams: ({ teams }) => teams.map(({ code }) => code).join(', ') || '-',
};

export function serviceAccountsCommand(program: Command): void {
  const noun = program
    .command('service-accounts')
    .alias('service-account')
    .description('identities for programs; create keys with plotline tokens create');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('create <name>', 'create a service account')
    .option('--teams <codes>', 'its teams, such as ENG,OPS', asList)
    .action((text: string, options: ServiceAccountsOptions & { teams?: string[] }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const teams = await findTeams(operations, options.teams ?? []);
        const body = { name: parseArgument(name(), text, 'The name'), teamIds: teams.map(({ id }) => id) };
        const account = await operations.run(createServiceAccount, { body });
        output.done(
          `Created ${account.name}; create a key with plotline tokens create --service-account ${account.id} --name <name> --scopes <scopes>.`,
        );
        output.record(await shown(operations, account.id), fields);
      }),
    );

  command('list', 'list service accounts, newest first').action((options: ServiceAccountsOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      const accounts = await operations.list(listServiceAccounts);
      output.list(accounts, columns, 'There are no service accounts yet.');
    }),
  );

  command('show <account>', 'show a service account with its teams, by name or id').action(
    (text: string, options: ServiceAccountsOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        output.record(await shown(operations, text), fields);
      }),
  );

  command('update <account>', 'rename it, or change its teams')
    .option('--name <name>', 'a new name', as(name()))
    .option('--join <codes>', 'teams to add it to', asList)
    .option('--leave <codes>', 'teams to remove it from', asList)
    .action(
      (
        text: string,
        options: ServiceAccountsOptions & { name?: string; join?: string[]; leave?: string[] },
      ) =>
        withWorkspace(options, async ({ operations, output }) => {
          assertSomeChange(options, ['name', 'join', 'leave']);
          const account = await findServiceAccount(operations, text);
          const joined = await findTeams(operations, options.join ?? []);
          const left = await findTeams(operations, options.leave ?? []);
          const path = { serviceAccountId: account.id };
          if (options.name !== undefined) {
            const body = { expectedUpdatedAt: account.updatedAt, name: options.name };
            await operations.run(updateServiceAccount, { path, body });
          }
          for (const { id: teamId } of joined)
            await operations.run(addServiceAccountTeam, { path, body: { teamId } });
          for (const { id: teamId } of left) {
            if (account.teamIds.includes(teamId)) {
              await operations.run(removeServiceAccountTeam, { path: { ...path, teamId } });
            }
          }
          output.done(`Updated ${options.name ?? account.name}.`);
          output.record(await shown(operations, account.id), fields);
        }),
    );

  command('delete <account>', 'delete a service account and revoke its keys')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: ServiceAccountsOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const account = await findServiceAccount(operations, text);
        await confirm(
          `The service account ${account.name} and its keys stop working; what it created remains.`,
          options.yes ?? false,
        );
        await operations.run(deleteServiceAccount, { path: { serviceAccountId: account.id } });
        output.done(`Deleted the service account ${account.name}.`);
        if (output.json) output.record(account, columns);
      }),
    );
}

async function shown(operations: WorkspaceOperations, text: string): Promise<ListedAccount> {
  const { teamIds, ...account } = await findServiceAccount(operations, text);
  const teams = (await operations.list(listTeams)).filter(({ id }) => teamIds.includes(id));
  return { ...account, teams: teams.map(({ id, code, name }) => ({ id, code, name })) };
}
