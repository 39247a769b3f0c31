import { compareNames } from '../../shared/kernel/core/compare-names.ts';
import type { Command } from 'commander';
import { archiveLabel } from '../../shared/planning/labels/archive-label.ts';
import { createLabel } from '../../shared/planning/labels/create-label.ts';
import type { Label } from '../../shared/planning/labels/label.ts';
import { listLabels } from '../../shared/planning/labels/list-labels.ts';
import { unarchiveLabel } from '../../shared/planning/labels/unarchive-label.ts';
import { updateLabel } from '../../shared/planning/labels/update-label.ts';
import { color, name } from '../../shared/kernel/core/schema.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { as, assertSomeChange, parseArgument, withoutUndefined } from '../core/arguments.ts';
import { resolveLabel, resolveTeam } from '../core/find.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

interface LabelsOptions extends WorkspaceOptions {
  team?: string;
}

const columns = (teams: readonly Team[]): Columns<Label> => ({
  name: (label) => label.name,
  team: ({ teamId }) => teams.find(({ id }) => id === teamId)?.code ?? (teamId ? teamId : 'all'),
  color: (label) => label.color,
  archived: (label) => label.archivedAt,
  id: (label) => label.id,
});

export function labelsCommand(program: Command): void {
  const noun = program.command('labels').alias('label').description('labels of a team or of the workspace');
  const command = (usage: string, description: string) =>
    workspaceCommand(noun, usage, description).option('--team <code>', 'default: the workspace');

  command('create <name>', 'create a label')
    .option('--color <color>', 'such as #4f46e5', as(color()), '#6366f1')
    .action((text: string, options: LabelsOptions & { color: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const team = await teamOf(operations, options);
        const owner = team ? { teamId: team.id } : {};
        const body = { ...owner, name: parseArgument(name(), text, 'The name'), color: options.color };
        const label = await operations.run(createLabel, { body });
        output.done(`Created the label ${label.name}.`);
        output.record(label, columns(team ? [team] : []));
      }),
    );

  command('list', 'list labels by name: all, or with --team those of a team')
    .option('--archived', 'archived labels')
    .action((options: LabelsOptions & { archived?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const team = await teamOf(operations, options);
        const teams = team ? [team] : await operations.list(listTeams);
        const query = {
          ...(team ? { teamId: team.id } : {}),
          archived: options.archived ? 'only' : 'exclude',
        };
        const labels = await operations.list(listLabels, { query });
        const shown = team ? labels.filter(({ teamId }) => teamId === team.id) : labels;
        shown.sort((a, b) => compareNames(a.name, b.name));
        output.list(shown, columns(teams), 'There are no labels yet.');
      }),
    );

  command('show <label>', 'show a label, by name').action((text: string, options: LabelsOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      const team = await teamOf(operations, options);
      output.record(await resolveLabel(operations, { team }, text), columns(team ? [team] : []));
    }),
  );

  command('update <label>', 'rename or recolor a label')
    .option('--name <name>', 'a new name', as(name()))
    .option('--color <color>', 'such as #4f46e5', as(color()))
    .action((text: string, options: LabelsOptions & { name?: string; color?: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        assertSomeChange(options, ['name', 'color']);
        const team = await teamOf(operations, options);
        const { id: labelId, updatedAt: expectedUpdatedAt } = await resolveLabel(operations, { team }, text);
        const { name, color } = options;
        const body = { expectedUpdatedAt, ...withoutUndefined({ name, color }) };
        const label = await operations.run(updateLabel, { path: { labelId }, body });
        output.done(`Updated the label ${label.name}.`);
        output.record(label, columns(team ? [team] : []));
      }),
    );

  for (const [verb, archive, description] of [
    ['archive', true, 'prevent adding a label to more stories; those that have it keep it'],
    ['unarchive', false, 'make an archived label available again'],
  ] as const) {
    command(`${verb} <label>`, description).action((text: string, options: LabelsOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const team = await teamOf(operations, options);
        const { id: labelId } = await resolveLabel(operations, { team, archived: !archive }, text);
        const label = await operations.run(archive ? archiveLabel : unarchiveLabel, { path: { labelId } });
        output.done(`${archive ? 'Archived' : 'Unarchived'} the label ${label.name}.`);
        output.record(label, columns(team ? [team] : []));
      }),
    );
  }
}

const teamOf = async (operations: WorkspaceOperations, { team }: LabelsOptions): Promise<Team | undefined> =>
  team === undefined ? undefined : await resolveTeam(operations, team);
