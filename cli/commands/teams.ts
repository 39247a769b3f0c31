import { Option, type Command } from 'commander';
import { color, name } from '../../shared/kernel/core/schema.ts';
import { createTeam } from '../../shared/identity/teams/create-team.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import {
  estimateSchemeNames,
  teamCode,
  UPDATE_EVERY_MAX_DAYS,
  type EstimateScheme,
  type Team,
} from '../../shared/identity/team/team.ts';
import { updateTeam } from '../../shared/identity/teams/update-team.ts';
import { as, asNumber, assertSomeChange, parseArgument, withoutUndefined } from '../core/arguments.ts';
import { resolveTeam } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

interface TeamOptions {
  color: string;
  private: boolean;
  sprints: boolean;
}

interface TeamChanges {
  name?: string;
  public?: boolean;
  updateEvery?: number | false;
  intake?: boolean;
  review?: boolean;
}

/** The change of reminders; the option that turns them off is false. */
const remindersOf = ({ updateEvery }: TeamChanges): object =>
  updateEvery === false ? { clearFields: ['updateEveryDays'] } : { updateEveryDays: updateEvery };

const columns: Columns<Team> = {
  code: (team) => team.code,
  name: (team) => team.name,
  private: (team) => (team.private ? 'yes' : 'no'),
  members: (team) => team.memberCount,
  id: (team) => team.id,
};

const fields: Columns<Team> = {
  ...columns,
  color: (team) => team.color,
  sprints: (team) => (team.sprintsEnabled ? 'on' : 'off'),
  estimates: (team) => team.estimateScheme,
  'updates every': (team) => team.updateEveryDays && `${team.updateEveryDays} days`,
  created: (team) => team.createdAt,
};

export function teamsCommand(program: Command): void {
  const noun = program.command('teams').alias('team').description('the teams of a workspace');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('create <name>', 'create a team without members')
    .requiredOption(
      '--code <code>',
      '2 to 10 characters from A-Z and 0-9; the prefix of story references',
      as(teamCode()),
    )
    .option('--color <color>', 'such as #4f46e5', as(color()), '#6366f1')
    .option('--private', 'visible only to its members', false)
    .option('--no-sprints', 'without sprints')
    .addOption(
      new Option('--estimates <scheme>', 'the estimate scheme')
        .choices(estimateSchemeNames)
        .default('points'),
    )
    .action(
      (text: string, options: WorkspaceOptions & TeamOptions & { code: string; estimates: EstimateScheme }) =>
        withWorkspace(options, async ({ operations, output }) => {
          const { code, color, private: isPrivate, sprints, estimates } = options;
          const body = {
            name: parseArgument(name(), text, 'The name'),
            code,
            color,
            private: isPrivate,
            sprintsEnabled: sprints,
            estimateScheme: estimates,
          };
          const team = await operations.run(createTeam, { body });
          output.done(`Created the team ${code}; add members with plotline members update --join ${code}.`);
          output.record(team, fields);
        }),
    );

  command('list', 'list all teams, including private ones').action((options: WorkspaceOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      output.list(await operations.list(listTeams), columns, 'There are no teams yet.');
    }),
  );

  command('show <team>', 'show a team, by code or id').action((text: string, options: WorkspaceOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      output.record(await resolveTeam(operations, text), fields);
    }),
  );

  command('update <team>', 'change name, color, privacy or sprints; the code cannot be changed')
    .option('--name <name>', 'a new name', as(name()))
    .option('--color <color>', 'such as #4f46e5', as(color()))
    .option('--private', 'visible only to its members')
    .option('--public', 'anyone in the workspace can join')
    .option('--sprints', 'with sprints')
    .option('--no-sprints', 'without sprints')
    .option(
      '--update-every <days>',
      'remind leads of objectives that have no newer update',
      asNumber(1, UPDATE_EVERY_MAX_DAYS),
    )
    .option('--no-update-every', 'without these reminders')
    .option('--intake', 'stories that are created for triage wait there')
    .option('--no-intake', 'without a triage')
    .option('--review', 'stories are completed only by people who have not worked on them')
    .option('--no-review', 'anyone completes stories')
    .action((text: string, options: WorkspaceOptions & Partial<TeamOptions> & TeamChanges) =>
      withWorkspace(options, async ({ operations, output }) => {
        assertSomeChange(options, [
          'name',
          'color',
          'private',
          'public',
          'sprints',
          'updateEvery',
          'intake',
          'review',
        ]);
        const { name, color, sprints, intake, review } = options;
        const privacy = options.private ? true : options.public ? false : undefined;
        const { id: teamId, updatedAt: expectedUpdatedAt } = await resolveTeam(operations, text);
        const changes = withoutUndefined({
          name,
          color,
          private: privacy,
          sprintsEnabled: sprints,
          intakeEnabled: intake,
          reviewRequired: review,
          ...remindersOf(options),
        });
        const team = await operations.run(updateTeam, {
          path: { teamId },
          body: { expectedUpdatedAt, ...changes },
        });
        output.done(`Updated the team ${team.code}.`);
        output.record(team, fields);
      }),
    );
}
