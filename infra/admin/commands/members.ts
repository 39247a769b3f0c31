import type { Command } from 'commander';
import type { Role } from '../../../shared/auth/caller.ts';
import { name } from '../../../shared/lib/schema.ts';
import { listMembers } from '../../../shared/members/list-members.ts';
import { email, type Member } from '../../../shared/members/member.ts';
import { listTeams } from '../../../shared/teams/list-teams.ts';
import type { Team } from '../../../shared/teams/team.ts';
import type { Workspace } from '../../../shared/workspaces/workspace.ts';
import { as, asList, asRole, assertSomeChange, valid } from '../arguments.ts';
import { confirm } from '../confirm.ts';
import { findTeam, findTeams, findWorkspace } from '../find.ts';
import { findMembership as findMember } from '../find-membership.ts';
import { hereIn, type Here } from '../here.ts';
import type { Operator } from '../operator.ts';
import type { Columns } from '../output.ts';
import { memberAccountCommands } from './member-accounts.ts';
import { tableCommand, withSession, type CommonOptions } from '../session.ts';

interface Options extends CommonOptions {
  workspace?: string;
  yes?: boolean;
}

const columns: Columns<Member> = {
  'e-mail': (member) => member.email,
  name: (member) => member.name,
  role: (member) => member.role,
  id: (member) => member.id,
};

type Shown = Member & { teams: Pick<Team, 'id' | 'code' | 'name'>[] };

const fields: Columns<Shown> = {
  ...columns,
  teams: ({ teams }) => teams.map(({ code }) => code).join(', ') || '-',
  added: (member) => member.createdAt,
};

export function membersCommand(program: Command): void {
  const noun = program.command('members').alias('member').description('the people in a workspace');
  const command = (usage: string, description: string) =>
    tableCommand(noun, usage, description).option('-w, --workspace <workspace>', 'by slug or id');

  command('create <email>', 'add a person to the workspace')
    .alias('add')
    .requiredOption('--name <name>', 'what they are called', as(name()))
    .option('--role <role>', 'guest, member or admin', asRole, 'member')
    .option('--teams <codes>', 'teams to put them into, such as ENG,OPS', asList)
    .action((address: string, options: Options & { name: string; role: Role; teams?: string[] }) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const teams = await findTeams(hereIn(operator, workspace), options.teams ?? []);
        const person = {
          name: options.name,
          email: valid(email(), address, 'The address'),
          role: options.role,
        };
        const { id } = await operator.addMember({ workspaceId: workspace.id, ...person });
        for (const team of teams) await join(operator, workspace, team, id);
        output.done(`Added ${person.email} to ${workspace.slug} as ${person.role}.`);
        output.record(await shown(operator, workspace, id), fields);
      }),
    );

  command('list', 'the members, newest first')
    .option('--team <code>', 'only those in a team')
    .action((options: Options & { team?: string }) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const inTeam = options.team && (await findTeam(hereIn(operator, workspace), options.team));
        const ids = inTeam ? new Set(await idsInTeam(hereIn(operator, workspace), inTeam.id)) : undefined;
        const members = await operator.listMembers(workspace.id);
        output.list(
          members.filter(({ id }) => ids?.has(id) ?? true),
          columns,
          'There is no member yet.',
        );
      }),
    );

  command('show <member>', 'a member with their teams, by e-mail address or id').action(
    (text: string, options: Options) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const { id } = await findMember(operator, workspace, text);
        output.record(await shown(operator, workspace, id), fields);
      }),
  );

  command('update <member>', 'change name or role, join or leave teams')
    .option('--name <name>', 'a new name', as(name()))
    .option('--role <role>', 'guest, member or admin', asRole)
    .option('--join <codes>', 'teams to put them into', asList)
    .option('--leave <codes>', 'teams to take them out of', asList)
    .action((text: string, options: Options & Changes) =>
      withSession(options, async ({ operator, output }) => {
        assertSomeChange(options, ['name', 'role', 'join', 'leave']);
        const workspace = await findWorkspace(operator, options.workspace);
        const id = await update(operator, workspace, text, options);
        const member = await shown(operator, workspace, id);
        output.done(`Changed ${member.email ?? member.name}.`);
        output.record(member, fields);
      }),
    );

  memberAccountCommands(command);

  command('delete <member>', 'take a person out of the workspace and revoke their tokens')
    .alias('remove')
    .option('-y, --yes', 'do not ask')
    .action((text: string, options: Options) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const member = await findMember(operator, workspace, text);
        await confirm(
          `${member.email ?? member.name} loses access to ${workspace.slug}, its teams and their tokens; their stories stay.`,
          options.yes ?? false,
        );
        await operator.removeMember(member);
        output.done(`Removed ${member.email ?? member.name} from ${workspace.slug}.`);
        if (output.json) output.record(member, columns);
      }),
    );
}

interface Changes {
  name?: string;
  role?: Role;
  join?: string[];
  leave?: string[];
}

async function update(
  operator: Operator,
  workspace: Workspace,
  text: string,
  { name, role, join: joined = [], leave = [] }: Changes,
): Promise<string> {
  const member = await findMember(operator, workspace, text);
  const [toJoin, toLeave] = await Promise.all([
    findTeams(hereIn(operator, workspace), joined),
    findTeams(hereIn(operator, workspace), leave),
  ]);
  if (name !== undefined || role !== undefined) {
    await operator.updateMember(member, { ...(name ? { name } : {}), ...(role ? { role } : {}) });
  }
  for (const team of toJoin) {
    if (!member.teamIds.includes(team.id)) await join(operator, workspace, team, member.id);
  }
  for (const { id: teamId } of toLeave) {
    if (!member.teamIds.includes(teamId)) continue;
    await operator.leaveTeam({ workspaceId: workspace.id, teamId, principalId: member.id });
  }
  return member.id;
}

const join = (operator: Operator, workspace: Workspace, team: Team, principalId: string) =>
  operator.joinTeam({ workspaceId: workspace.id, teamId: team.id, principalId });

async function shown(operator: Operator, workspace: Workspace, id: string): Promise<Shown> {
  const { teamIds, ...member } = await findMember(operator, workspace, id);
  const teams = await hereIn(operator, workspace).list(listTeams);
  const theirs = teams.filter((team) => teamIds.includes(team.id));
  return { ...member, teams: theirs.map(({ id: teamId, code, name }) => ({ id: teamId, code, name })) };
}

async function idsInTeam(here: Here, teamId: string): Promise<string[]> {
  const members = await here.list(listMembers, { query: { teamId } });
  return members.map(({ id }) => id);
}
