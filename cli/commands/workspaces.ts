import type { Command } from 'commander';
import { name } from '../../shared/kernel/core/schema.ts';
import { createWorkspace } from '../../shared/identity/workspaces/create-workspace.ts';
import { renameWorkspace } from '../../shared/identity/workspaces/rename-workspace.ts';
import { workspaceSlug } from '../../shared/identity/workspaces/workspace.ts';
import { as, parseArgument } from '../core/arguments.ts';
import { resolveWorkspace } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import type { KnownWorkspace } from '../operator.ts';
import { tableCommand, withSession, type CommonOptions } from '../core/session.ts';
import { deleteWorkspaceCommand } from './delete-workspace.ts';
import { workspaceLimitsCommand } from './workspace-limits.ts';

const columns: Columns<KnownWorkspace> = {
  slug: (workspace) => workspace.slug,
  name: (workspace) => workspace.name,
  id: (workspace) => workspace.id,
  created: (workspace) => workspace.createdAt,
};

export function workspacesCommand(program: Command): void {
  const noun = program.command('workspaces').alias('workspace').description('workspaces and their names');

  tableCommand(noun, 'create <name>', 'create a workspace')
    .requiredOption(
      '--slug <slug>',
      'its short name: lower-case letters, digits and hyphens',
      as(workspaceSlug()),
    )
    .action((text: string, options: CommonOptions & { slug: string }) =>
      withSession(options, async ({ operator, output }) => {
        const body = { name: parseArgument(name(), text, 'The name'), slug: options.slug };
        const workspace = await operator.outside.run(createWorkspace, { body });
        output.done(`Created the workspace ${workspace.slug}.`);
        output.record(workspace, columns);
      }),
    );

  tableCommand(noun, 'list', 'list all workspaces, newest first').action((options: CommonOptions) =>
    withSession(options, async ({ operator, output }) => {
      output.list(await operator.workspaces(), columns, 'There are no workspaces yet.');
    }),
  );

  tableCommand(noun, 'show <workspace>', 'show a workspace, by slug or id').action(
    (text: string, options: CommonOptions) =>
      withSession(options, async ({ operator, output }) => {
        output.record(await resolveWorkspace(operator, text), columns);
      }),
  );

  tableCommand(noun, 'update <workspace>', 'rename a workspace; its slug does not change')
    .requiredOption('--name <name>', 'the new name', as(name()))
    .action((text: string, options: CommonOptions & { name: string }) =>
      withSession(options, async ({ operator, output }) => {
        const { id } = await resolveWorkspace(operator, text);
        const body = { name: options.name };
        const workspace = await operator.within(id).run(renameWorkspace, { body });
        output.done(`Renamed ${workspace.slug}.`);
        output.record(workspace, columns);
      }),
    );

  workspaceLimitsCommand(noun);
  deleteWorkspaceCommand(noun);
}
