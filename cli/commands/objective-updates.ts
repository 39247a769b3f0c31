import { Option, type Command } from 'commander';
import { healths, type Objective } from '../../shared/planning/objective/objective.ts';
import { listObjectives } from '../../shared/planning/objectives/list-objectives.ts';
import { createObjectiveUpdate } from '../../shared/planning/objective-updates/create-objective-update.ts';
import { deleteObjectiveUpdate } from '../../shared/planning/objective-updates/delete-objective-update.ts';
import { listObjectiveUpdates } from '../../shared/planning/objective-updates/list-objective-updates.ts';
import type { ObjectiveUpdate } from '../../shared/planning/objective-updates/objective-update.ts';
import { updateObjectiveUpdate } from '../../shared/planning/objective-updates/update-objective-update.ts';
import { assertSomeChange, withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { findAuthor, findNamed } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand } from '../core/session.ts';
import { asText } from '../core/standard-input.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import { teamFilter, type PlanningOptions } from './planning-changes.ts';

interface UpdateOptions extends PlanningOptions {
  by?: string;
  health?: string;
  body?: string;
}

/** Adds the option for the member who acts. */
const withAuthor = (command: Command): Command =>
  command.option('--by <member>', 'by email address, name or id (default: PLOTLINE_MEMBER)');

const healthOf = ({ health }: ObjectiveUpdate): string => health.replaceAll('_', ' ');

const columns: Columns<ObjectiveUpdate> = {
  date: ({ createdAt }) => createdAt.slice(0, 10),
  health: healthOf,
  body: ({ body }) => body.split('\n')[0]!,
  id: ({ id }) => id,
};

async function findObjective(
  operations: WorkspaceOperations,
  text: string,
  options: PlanningOptions,
): Promise<Objective> {
  const query = await teamFilter(operations, options);
  return findNamed('objective', await operations.list(listObjectives, { query }), text);
}

/** An update by its id, of an objective. */
async function findUpdate(operations: WorkspaceOperations, objectiveId: string, id: string) {
  const updates = await operations.list(listObjectiveUpdates, { path: { objectiveId } });
  const found = updates.find((one) => one.id === id);
  if (!found) throw new CommandError(`The objective has no update with the id ${id}; list shows the ids.`);
  return { update: found, path: { objectiveId, objectiveUpdateId: id } };
}

export function objectiveUpdatesCommand(program: Command): void {
  const noun = program
    .command('objective-updates')
    .alias('objective-update')
    .description('what is written about the state of objectives');
  const command = (usage: string, description: string) =>
    workspaceCommand(noun, usage, description).option('--team <code>', 'of this team');
  const health = () => new Option('--health <health>', 'how it is going').choices(healths);

  command('list <objective>', 'list the updates of an objective, newest first').action(
    (text: string, options: PlanningOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: objectiveId } = await findObjective(operations, text, options);
        const updates = await operations.list(listObjectiveUpdates, { path: { objectiveId } });
        output.list(updates, columns, 'There is no update yet.');
      }),
  );

  withAuthor(command('create <objective>', 'write an update, on behalf of a member'))
    .addOption(health().makeOptionMandatory())
    .requiredOption('--body <markdown>', 'the text; - reads standard input', asText)
    .action((text: string, options: UpdateOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: objectiveId, name } = await findObjective(operations, text, options);
        const author = operations.by((await findAuthor(operations, options.by)).id);
        const body = withoutUndefined({ health: options.health, body: options.body });
        const update = await author.run(createObjectiveUpdate, { path: { objectiveId }, body });
        output.done(`${name} is ${healthOf(update)}.`);
        output.record(update, output.json ? {} : columns);
      }),
    );

  withAuthor(command('update <objective> <id>', 'change an update of a member, by its id from the list'))
    .addOption(health())
    .option('--body <markdown>', 'another text; - reads standard input', asText)
    .action((text: string, id: string, options: UpdateOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        assertSomeChange(options, ['health', 'body']);
        const objective = await findObjective(operations, text, options);
        const author = operations.by((await findAuthor(operations, options.by)).id);
        const { update, path } = await findUpdate(operations, objective.id, id);
        const changes = withoutUndefined({ health: options.health, body: options.body });
        const body = { expectedUpdatedAt: update.updatedAt, ...changes };
        output.record(await author.run(updateObjectiveUpdate, { path, body }), output.json ? {} : columns);
      }),
    );

  withAuthor(command('delete <objective> <id>', 'permanently delete an update, by its id from the list'))
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, id: string, options: UpdateOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const objective = await findObjective(operations, text, options);
        const author = operations.by((await findAuthor(operations, options.by)).id);
        const { path } = await findUpdate(operations, objective.id, id);
        await confirm(`This permanently deletes an update of ${objective.name}.`, options.yes ?? false);
        const deleted = await author.run(deleteObjectiveUpdate, { path });
        output.done('Deleted.');
        output.record(deleted, {});
      }),
    );
}
