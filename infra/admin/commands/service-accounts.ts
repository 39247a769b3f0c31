import type { Command } from 'commander';
import { name } from '../../../shared/lib/schema.ts';
import type { ServiceAccount } from '../../../shared/service-accounts/service-account.ts';
import type { Team } from '../../../shared/teams/team.ts';
import type { Workspace } from '../../../shared/workspaces/workspace.ts';
import { as, asList, assertSomeChange, valid } from '../arguments.ts';
import { confirm } from '../confirm.ts';
import { findServiceAccount, findTeams, findWorkspace } from '../find.ts';
import type { Operator } from '../operator.ts';
import type { Columns } from '../output.ts';
import { tableCommand, withSession, type CommonOptions } from '../session.ts';

interface Options extends CommonOptions {
  workspace?: string;
  yes?: boolean;
}

const columns: Columns<ServiceAccount> = {
  name: (account) => account.name,
  id: (account) => account.id,
  created: (account) => account.createdAt,
};

type Shown = ServiceAccount & { teams: Pick<Team, 'id' | 'code' | 'name'>[] };

const fields: Columns<Shown> = {
  ...columns,
  teams: ({ teams }) => teams.map(({ code }) => code).join(', ') || '-',
};

export function serviceAccountsCommand(program: Command): void {
  const noun = program
    .command('service-accounts')
    .alias('service-account')
    .description('principals for programs; give them keys with plotline tokens create');
  const command = (usage: string, description: string) =>
    tableCommand(noun, usage, description).option('-w, --workspace <workspace>', 'by slug or id');

  command('create <name>', 'make a service account')
    .option('--teams <codes>', 'the teams it is given, such as ENG,OPS', asList)
    .action((text: string, options: Options & { teams?: string[] }) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const teams = await findTeams(operator, workspace, options.teams ?? []);
        const account = await operator.createServiceAccount(
          workspace.id,
          valid(name(), text, 'The name'),
          teams.map(({ id }) => id),
        );
        output.done(
          `Made ${account.name}; give it a key with plotline tokens create --service-account ${account.id}.`,
        );
        output.record(await shown(operator, workspace, account.id), fields);
      }),
    );

  command('list', 'the service accounts, newest first').action((options: Options) =>
    withSession(options, async ({ operator, output }) => {
      const workspace = await findWorkspace(operator, options.workspace);
      const accounts = await operator.listServiceAccounts(workspace.id);
      output.list(accounts, columns, 'There is no service account yet.');
    }),
  );

  command('show <account>', 'a service account with its teams, by name or id').action(
    (text: string, options: Options) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        output.record(await shown(operator, workspace, text), fields);
      }),
  );

  command('update <account>', 'rename, give or take teams')
    .option('--name <name>', 'a new name', as(name()))
    .option('--join <codes>', 'teams to give it', asList)
    .option('--leave <codes>', 'teams to take from it', asList)
    .action((text: string, options: Options & { name?: string; join?: string[]; leave?: string[] }) =>
      withSession(options, async ({ operator, output }) => {
        assertSomeChange(options, ['name', 'join', 'leave']);
        const workspace = await findWorkspace(operator, options.workspace);
        const account = await findServiceAccount(operator, workspace, text);
        const joined = await findTeams(operator, workspace, options.join ?? []);
        const left = await findTeams(operator, workspace, options.leave ?? []);
        if (options.name !== undefined) await operator.renameServiceAccount(account, options.name);
        for (const { id } of joined) await operator.changeServiceAccountTeam(account, id, 'add');
        for (const { id } of left) await operator.changeServiceAccountTeam(account, id, 'delete');
        output.done(`Changed ${options.name ?? account.name}.`);
        output.record(await shown(operator, workspace, account.id), fields);
      }),
    );

  command('delete <account>', 'delete a service account and revoke its keys')
    .option('-y, --yes', 'do not ask')
    .action((text: string, options: Options) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const account = await findServiceAccount(operator, workspace, text);
        await confirm(
          `The service account ${account.name} and its keys stop working; what it made stays.`,
          options.yes ?? false,
        );
        await operator.revokeAllTokens(workspace.id, account.id);
        await operator.deleteServiceAccount(account);
        output.done(`Deleted the service account ${account.name}.`);
        if (output.json) output.record(account, columns);
      }),
    );
}

async function shown(operator: Operator, workspace: Workspace, text: string): Promise<Shown> {
  const { teamIds, ...account } = await findServiceAccount(operator, workspace, text);
  const teams = await Promise.all(teamIds.map((teamId) => operator.getTeam(teamId)));
  return {
    ...account,
    teams: teams.flatMap((team) => (team ? { id: team.id, code: team.code, name: team.name } : [])),
  };
}
