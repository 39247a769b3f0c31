import type { Command } from 'commander';
import { deleteHook } from '../../shared/planning/hooks/delete-hook.ts';
import type { Hook } from '../../shared/planning/hooks/hook.ts';
import { listHooks } from '../../shared/planning/hooks/list-hooks.ts';
import { updateHook } from '../../shared/planning/hooks/update-hook.ts';
import { confirm } from '../core/confirm.ts';
import { findNamed } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { ruleOf, withRule, type RuleOptions } from './hook-rules.ts';
import { hookSecretCommands } from './hook-secrets.ts';

const columns: Columns<Hook> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  provider: ({ provider }) => provider,
  address: ({ path }) => path,
  teams: ({ rules }) => rules.length,
};

/** `plotline hooks …`: where GitHub and GitLab report pull requests. */
export function hooksCommand(program: Command): void {
  const hooks = program
    .command('hooks')
    .alias('hook')
    .description('where GitHub and GitLab report pull requests and branches');
  const command = (usage: string, description: string) => workspaceCommand(hooks, usage, description);

  command('list', 'list the hooks of a workspace, newest first').action((options: WorkspaceOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      output.list(await operations.list(listHooks), columns, 'There are no hooks.');
    }),
  );

  hookSecretCommands(hooks);

  withRule(
    command('rule <hook>', 'set where a hook moves the stories of a team, by name or id of the hook'),
  ).action((text: string, options: RuleOptions & WorkspaceOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      const hook = findNamed('hook', await operations.list(listHooks), text);
      const rule = await ruleOf(operations, options);
      const others = hook.rules.filter(({ teamId }) => teamId !== rule.teamId);
      const body = { expectedUpdatedAt: hook.updatedAt, rules: [...others, rule] };
      const updated = await operations.run(updateHook, { path: { hookId: hook.id }, body });
      output.done(`Updated the hook ${updated.name}.`);
      output.record(updated, output.json ? {} : columns);
    }),
  );

  command('delete <hook>', 'delete a hook, by name or id; links that it made stay')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: WorkspaceOptions & { yes?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id, name } = findNamed('hook', await operations.list(listHooks), text);
        await confirm(`What is sent to the hook ${name} is refused from now on.`, options.yes ?? false);
        const deleted = await operations.run(deleteHook, { path: { hookId: id } });
        output.done(`Deleted the hook ${name}.`);
        output.record(deleted, {});
      }),
    );
}
