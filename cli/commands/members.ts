import type { Command } from 'commander';
import type { Role } from '../../shared/kernel/core/caller.ts';
import { name } from '../../shared/kernel/core/schema.ts';
import { addMember } from '../../shared/identity/members/add-member.ts';
import { getMember } from '../../shared/identity/members/get-member.ts';
import { getMembership } from '../../shared/identity/members/get-membership.ts';
import { listMembers } from '../../shared/identity/members/list-members.ts';
import { email, type Member } from '../../shared/identity/members/member.ts';
import { removeMember } from '../../shared/identity/members/remove-member.ts';
import { updateMember } from '../../shared/identity/members/update-member.ts';
import { addTeamMember } from '../../shared/identity/teams/add-team-member.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import { removeTeamMember } from '../../shared/identity/teams/remove-team-member.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import {
  as,
  asList,
  roleOption,
  assertSomeChange,
  parseArgument,
  withoutUndefined,
} from '../core/arguments.ts';
import { confirm } from '../core/confirm.ts';
import { resolveMember, resolveTeam, findTeams } from '../core/find.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { memberAccountCommands } from './member-accounts.ts';

interface MembersOptions extends WorkspaceOptions {
  yes?: boolean;
}

const columns: Columns<Member> = {
  email: (member) => member.email,
  name: (member) => member.name,
  role: (member) => member.role,
  id: (member) => member.id,
};

type ListedMember = Member & { teams: Pick<Team, 'id' | 'code' | 'name'>[] };

const fields: Columns<ListedMember> = {
  ...columns,
  teams: ({ teams }) => teams.map(({ code }) => code).join(', ') || '-',
  added: (member) => member.createdAt,
};

export function membersCommand(program: Command): void {
  const noun = program.command('members').alias('member').description('the people in a workspace');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('create <email>', 'add a person to the workspace')
    .alias('add')
    .requiredOption('--name <name>', 'their name', as(name()))
    .addOption(roleOption().default('member'))
    .option('--teams <codes>', 'teams to add them to, such as ENG,OPS', asList)
    .action((address: string, options: MembersOptions & { name: string; role: Role; teams?: string[] }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const teams = await findTeams(operations, options.teams ?? []);
        const { name, role } = options;
        const body = { name, email: parseArgument(email(), address, 'The address'), role };
        const { id } = await operations.run(addMember, { body });
        for (const team of teams) await join(operations, team, id);
        output.done(`Added ${body.email} to ${operations.workspace.slug} as ${role}.`);
        output.record(await shown(operations, id), fields);
      }),
    );

  command('list', 'list members, newest first')
    .option('--team <code>', 'only members of this team')
    .action((options: MembersOptions & { team?: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const query =
          options.team === undefined ? {} : { teamId: (await resolveTeam(operations, options.team)).id };
        output.list(await operations.list(listMembers, { query }), columns, 'There are no members yet.');
      }),
    );

  command('show <member>', 'show a member with their teams, by email address, name or id').action(
    (text: string, options: MembersOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id } = await resolveMember(operations, text);
        output.record(await shown(operations, id), fields);
      }),
  );

  command('update <member>', 'change name, address or role, join or leave teams')
    .option('--name <name>', 'a new name', as(name()))
    .option('--email <address>', 'for a member without an address; invites them', as(email()))
    .addOption(roleOption())
    .option('--join <codes>', 'teams to add them to', asList)
    .option('--leave <codes>', 'teams to remove them from', asList)
    .action((text: string, options: MembersOptions & Changes) =>
      withWorkspace(options, async ({ operations, output }) => {
        assertSomeChange(options, ['name', 'email', 'role', 'join', 'leave']);
        const member = await shown(operations, await update(operations, text, options));
        output.done(`Updated ${member.email ?? member.name}.`);
        output.record(member, fields);
      }),
    );

  memberAccountCommands(command);

  command('delete <member>', 'remove a person from the workspace; revokes their tokens')
    .alias('remove')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: MembersOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const member = await resolveMember(operations, text);
        const { slug } = operations.workspace;
        const who = member.email ?? member.name;
        await confirm(
          `${who} loses access to ${slug}, its teams and their tokens; their stories remain.`,
          options.yes ?? false,
        );
        const path = { memberId: member.id };
        await operations.run(removeMember, { path });
        output.done(`Removed ${who} from ${slug}.`);
        if (output.json) output.record<Member>(await operations.run(getMember, { path }), columns);
      }),
    );
}

interface Changes {
  name?: string;
  email?: string;
  role?: Role;
  join?: string[];
  leave?: string[];
}

/** Returns the member's id. */
async function update(
  operations: WorkspaceOperations,
  text: string,
  { name, email: address, role, join: joined = [], leave = [] }: Changes,
): Promise<string> {
  const { id: memberId, updatedAt: expectedUpdatedAt } = await resolveMember(operations, text);
  const [toJoin, toLeave] = await Promise.all([
    findTeams(operations, joined),
    findTeams(operations, leave).then((found) => teamsOf(operations, memberId, found)),
  ]);
  const changes = withoutUndefined({ name, email: address, role });
  if (Object.keys(changes).length > 0) {
    const body = { expectedUpdatedAt, ...changes };
    await operations.run(updateMember, { path: { memberId }, body });
  }
  for (const team of toJoin) await join(operations, team, memberId);
  for (const { id: teamId } of toLeave)
    await operations.run(removeTeamMember, { path: { teamId, memberId } });
  return memberId;
}

const join = (operations: WorkspaceOperations, { id: teamId }: Team, memberId: string) =>
  operations.run(addTeamMember, { path: { teamId }, body: { memberId } });

async function shown(operations: WorkspaceOperations, memberId: string): Promise<ListedMember> {
  const [member, all] = await Promise.all([
    operations.run(getMember, { path: { memberId } }),
    operations.list(listTeams),
  ]);
  const teams = await teamsOf(operations, memberId, all);
  return { ...member, teams: teams.map(({ id, code, name }) => ({ id, code, name })) };
}

/** Those of some teams that a member is in: operators see all, members those that they list the members of. */
async function teamsOf(
  operations: WorkspaceOperations,
  memberId: string,
  teams: readonly Team[],
): Promise<Team[]> {
  if (teams.length === 0) return [];
  if (!operations.self) {
    const { teamIds } = await operations.run(getMembership, { body: { memberId } });
    return teams.filter(({ id }) => teamIds.includes(id));
  }
  const found = await Promise.all(
    teams.map(async (team) => {
      const members = await operations.list(listMembers, { query: { teamId: team.id } });
      return members.some(({ id }) => id === memberId) ? [team] : [];
    }),
  );
  return found.flat();
}
