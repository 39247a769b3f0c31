import type { Command } from 'commander';
import type { Label } from '../../../shared/labels/label.ts';
import { color, name } from '../../../shared/lib/schema.ts';
import type { Team } from '../../../shared/teams/team.ts';
import type { Workspace } from '../../../shared/workspaces/workspace.ts';
import { as, assertSomeChange, valid } from '../arguments.ts';
import { findLabel, findTeam, findWorkspace } from '../find.ts';
import type { Operator } from '../operator.ts';
import type { Columns } from '../output.ts';
import { tableCommand, withSession, type CommonOptions } from '../session.ts';

interface Options extends CommonOptions {
  workspace?: string;
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
  const noun = program.command('labels').alias('label').description('labels, of a team or of the workspace');
  const command = (usage: string, description: string) =>
    tableCommand(noun, usage, description)
      .option('-w, --workspace <workspace>', 'by slug or id')
      .option('--team <code>', 'of this team; else of the whole workspace');

  command('create <name>', 'make a label')
    .option('--color <color>', 'such as #4f46e5', as(color()), '#6366f1')
    .action((text: string, options: Options & { color: string }) =>
      withSession(options, async ({ operator, output }) => {
        const { workspace, team } = await place(operator, options);
        const label = await operator.createLabel({
          workspaceId: workspace.id,
          teamId: team?.id ?? null,
          name: valid(name(), text, 'The name'),
          color: options.color,
        });
        output.done(`Made the label ${label.name}.`);
        output.record(label, columns(team ? [team] : []));
      }),
    );

  command('list', 'the labels by name: all, or with --team those of a team')
    .option('--archived', 'those that are archived')
    .action((options: Options & { archived?: boolean }) =>
      withSession(options, async ({ operator, output }) => {
        const { workspace, team } = await place(operator, options);
        const teams = team ? [team] : await operator.listTeams(workspace.id);
        const labels = await operator.listLabels(
          workspace.id,
          teams.map(({ id }) => id),
          options.archived,
        );
        const shown = team ? labels.filter(({ teamId }) => teamId === team.id) : labels;
        output.list(shown, columns(teams), 'There is no label yet.');
      }),
    );

  command('show <label>', 'a label, by name').action((text: string, options: Options) =>
    withSession(options, async ({ operator, output }) => {
      const { workspace, team } = await place(operator, options);
      output.record(await findLabel(operator, workspace, { team }, text), columns(team ? [team] : []));
    }),
  );

  command('update <label>', 'rename or recolor a label')
    .option('--name <name>', 'a new name', as(name()))
    .option('--color <color>', 'such as #4f46e5', as(color()))
    .action((text: string, options: Options & { name?: string; color?: string }) =>
      withSession(options, async ({ operator, output }) => {
        assertSomeChange(options, ['name', 'color']);
        const { workspace, team } = await place(operator, options);
        const { name, color } = options;
        const label = await operator.updateLabel(await findLabel(operator, workspace, { team }, text), {
          ...(name === undefined ? {} : { name }),
          ...(color === undefined ? {} : { color }),
        });
        output.done(`Changed the label ${label.name}.`);
        output.record(label, columns(team ? [team] : []));
      }),
    );

  for (const [verb, archive, description] of [
    ['archive', true, 'let no story newly carry a label; those that do keep it'],
    ['unarchive', false, 'let stories carry an archived label again'],
  ] as const) {
    command(`${verb} <label>`, description).action((text: string, options: Options) =>
      withSession(options, async ({ operator, output }) => {
        const { workspace, team } = await place(operator, options);
        const found = await findLabel(operator, workspace, { team, archived: !archive }, text);
        const label = await operator.archiveLabel(found, archive);
        output.done(`${archive ? 'Archived' : 'Took back'} the label ${label.name}.`);
        output.record(label, columns(team ? [team] : []));
      }),
    );
  }
}

async function place(
  operator: Operator,
  options: Options,
): Promise<{ workspace: Workspace; team: Team | undefined }> {
  const workspace = await findWorkspace(operator, options.workspace);
  const team = options.team === undefined ? undefined : await findTeam(operator, workspace, options.team);
  return { workspace, team };
}
