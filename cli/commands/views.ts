import type { Command } from 'commander';
import { createView } from '../../shared/planning/views/create-view.ts';
import { deleteView } from '../../shared/planning/views/delete-view.ts';
import { listViewStories } from '../../shared/planning/views/list-view-stories.ts';
import { listViews } from '../../shared/planning/views/list-views.ts';
import type { View } from '../../shared/planning/views/view.ts';
import { asList, limitOption, withoutUndefined } from '../core/arguments.ts';
import { confirm } from '../core/confirm.ts';
import { findAuthor, findNamed, resolveTeam } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import { storyColumns } from '../story-columns.ts';

interface ViewOptions extends WorkspaceOptions {
  by?: string;
}

const columns: Columns<View> = {
  name: ({ name }) => name,
  of: ({ visibility }) => visibility,
  filter: ({ filter }) => filter,
  sort: ({ sort }) => sort,
  id: ({ id }) => id,
};

/** The operations on behalf of a member, since personal views are theirs, and the views that they can see. */
async function viewsOf(operations: WorkspaceOperations, { by }: ViewOptions) {
  const { id } = await findAuthor(operations, by);
  const own = operations.by(id);
  return { own, views: await own.list(listViews) };
}

export function viewsCommand(program: Command): void {
  const noun = program.command('views').alias('view').description('saved queries of stories');
  const command = (usage: string, description: string) =>
    workspaceCommand(noun, usage, description).option('--by <member>', 'who looks, else PLOTLINE_MEMBER');

  command('list', "list a member's own views and those of their teams").action((options: ViewOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      const { views } = await viewsOf(operations, options);
      output.list(views, columns, 'There are no views.');
    }),
  );

  command('stories <view>', 'list the stories of a view, by its name or id')
    .addOption(limitOption())
    .action((text: string, options: ViewOptions & { limit: number }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { own, views } = await viewsOf(operations, options);
        const { id: viewId } = findNamed('view', views, text);
        const found = await own.list(listViewStories, { path: { viewId } }, options.limit);
        output.list(found, await storyColumns(operations), 'No stories match.');
      }),
    );

  command('create <name>', 'save a view')
    .option('--team <code>', 'for the members of this team; without it, for the member alone')
    .option('--filter <filter>', "such as 'assignee:me is:blocked due:<2w'")
    .option('--sort <sort>', 'such as -priority')
    .option('--columns <names>', 'what to show, separated by commas', asList)
    .action(
      (
        name: string,
        options: ViewOptions & { team?: string; filter?: string; sort?: string; columns?: string[] },
      ) =>
        withWorkspace(options, async ({ operations, output }) => {
          const { filter, sort, columns: shown } = options;
          const team = options.team === undefined ? undefined : await resolveTeam(operations, options.team);
          const { own } = await viewsOf(operations, options);
          const of = team ? { visibility: 'team' as const, teamId: team.id } : {};
          const body = { name, ...of, ...withoutUndefined({ filter, sort, columns: shown }) };
          const view = await own.run(createView, { body });
          output.done(`Saved ${view.name}.`);
          output.record(view, output.json ? {} : columns);
        }),
    );

  command('delete <view>', 'permanently delete a view, by its name or id')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: ViewOptions & { yes?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { own, views } = await viewsOf(operations, options);
        const view = findNamed('view', views, text);
        const audience = view.visibility === 'team' ? ', which its whole team sees' : '';
        await confirm(`This permanently deletes the view ${view.name}${audience}.`, options.yes ?? false);
        const deleted = await own.run(deleteView, { path: { viewId: view.id } });
        output.done(`Deleted ${view.name}.`);
        output.record(deleted, {});
      }),
    );
}
