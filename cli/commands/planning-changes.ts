import { Option, type Command } from 'commander';
import { createKeyResult } from '../../shared/planning/key-results/create-key-result.ts';
import { deleteKeyResult } from '../../shared/planning/key-results/delete-key-result.ts';
import { measurementTypes, type KeyResult } from '../../shared/planning/key-results/key-result.ts';
import { listKeyResults } from '../../shared/planning/key-results/list-key-results.ts';
import { updateKeyResult } from '../../shared/planning/key-results/update-key-result.ts';
import { color } from '../../shared/kernel/core/schema.ts';
import { createObjective } from '../../shared/planning/objectives/create-objective.ts';
import { deleteObjective } from '../../shared/planning/objectives/delete-objective.ts';
import { listObjectives } from '../../shared/planning/objectives/list-objectives.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import { createSprint } from '../../shared/planning/sprints/create-sprint.ts';
import { deleteSprint } from '../../shared/planning/sprints/delete-sprint.ts';
import { listSprints } from '../../shared/planning/sprints/list-sprints.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { createStatus } from '../../shared/identity/statuses/create-status.ts';
import { listStatuses } from '../../shared/identity/statuses/list-statuses.ts';
import { type Status } from '../../shared/identity/status/status.ts';
import { as, asDay, asDecimal, withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { findAuthor, resolveMember, findNamed, resolveTeam } from '../core/find.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import { asText } from '../core/standard-input.ts';
import { withWorkspace, type WorkspaceOptions } from '../core/session.ts';
import type { Priority } from '../../shared/kernel/core/priority.ts';
import { priorityOption } from '../story-fields.ts';
import { statusCategories, type StatusCategory } from '../../shared/kernel/core/status-category.ts';

/** Adds a command to a noun, with the shared options. */
export type AddCommand = (usage: string, description: string) => Command;

export interface PlanningOptions extends WorkspaceOptions {
  team?: string;
  yes?: boolean;
}

/** The team filter from the options, if any. */
export async function teamFilter(
  operations: WorkspaceOperations,
  { team }: PlanningOptions,
): Promise<{ teamId?: string }> {
  return team === undefined ? {} : { teamId: (await resolveTeam(operations, team)).id };
}

export function statusChanges(command: AddCommand): void {
  command('create <name>', 'create a status, placed last, of a team or else of objectives')
    .addOption(
      new Option('--category <category>', 'its meaning').choices(statusCategories).makeOptionMandatory(),
    )
    .option('--color <color>', 'such as #4f46e5', as(color()), '#6366f1')
    .action((name: string, options: PlanningOptions & { category: StatusCategory; color: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { category, color } = options;
        const owner = await teamFilter(operations, options);
        const appliesTo = owner.teamId === undefined ? 'objective' : 'story';
        const body = { appliesTo, ...owner, name, category, color };
        const status = await operations.run(createStatus, { body });
        output.done(`Created the status ${status.name}.`);
        output.record<Status>(status, { name: (made) => made.name, id: (made) => made.id });
      }),
    );
}

export function sprintChanges(command: AddCommand): void {
  command('create <name>', 'create a sprint of a team')
    .requiredOption('--start <date>', 'such as 2026-11-02', asDay)
    .requiredOption('--end <date>', 'such as 2026-11-15', asDay)
    .option('--goal <goal>', 'its purpose')
    .action((name: string, options: PlanningOptions & { start: string; end: string; goal?: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { teamId } = await teamFilter(operations, options);
        if (teamId === undefined) throw new CommandError('Set the team of the sprint with --team.');
        const { start: startDate, end: endDate, goal } = options;
        const body = { teamId, name, startDate, endDate, ...withoutUndefined({ goal }) };
        const sprint = await operations.run(createSprint, { body });
        output.done(`Created the sprint ${sprint.name}.`);
        output.record<Sprint>(sprint, { name: (made) => made.name, id: (made) => made.id });
      }),
    );
  deletion(command, {
    one: 'sprint',
    list: (operations, query) => operations.list(listSprints, { query }),
    consequence: 'its stories remain without a sprint',
    remove: (operations, sprintId) => operations.run(deleteSprint, { path: { sprintId } }),
  });
}

interface NewObjective extends PlanningOptions {
  by?: string;
  description?: string;
  summary?: string;
  lead?: string;
  status?: string;
  priority?: Priority;
  start?: string;
  end?: string;
  color?: string;
  private?: boolean;
}

export function objectiveChanges(command: AddCommand): void {
  withAuthor(command('create <name>', 'create an objective of a team, on behalf of a member'))
    .option('--summary <text>', 'one sentence')
    .option('--description <markdown>', 'a longer description; - reads standard input', asText)
    .option('--lead <member>', 'by email address, name or id')
    .option('--status <status>', 'an objective status, by name or id')
    .addOption(priorityOption())
    .option('--start <date>', 'such as 2026-11-02', asDay)
    .option('--end <date>', 'the target date, such as 2026-12-24', asDay)
    .option('--color <color>', 'such as #4f46e5', as(color()))
    .option('--private', "visible only to its creator, its lead and the team's admins")
    .action((name: string, options: NewObjective) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { teamId } = await teamFilter(operations, options);
        if (teamId === undefined) throw new CommandError('Set the team of the objective with --team.');
        const author = await findAuthor(operations, options.by);
        const { status, lead, summary, start, end, description, priority, color } = options;
        const body = withoutUndefined({
          teamId,
          name,
          description,
          priority,
          color,
          shortSummary: summary,
          startDate: start,
          endDate: end,
          private: options.private,
          leadUserId: lead && (await resolveMember(operations, lead)).id,
          statusId:
            status &&
            findNamed(
              'status',
              await operations.list(listStatuses, { query: { appliesTo: 'objective' } }),
              status,
            ).id,
        });
        const objective = await operations.by(author.id).run(createObjective, { body });
        output.done(`Created the objective ${objective.name}.`);
        output.record<Objective>(objective, { name: (made) => made.name, id: (made) => made.id });
      }),
    );
  deletion(command, {
    one: 'objective',
    list: (operations, query) => operations.list(listObjectives, { query }),
    consequence: 'its key results are deleted too; its stories and sprints remain without an objective',
    remove: (operations, objectiveId) => operations.run(deleteObjective, { path: { objectiveId } }),
  });
}

interface NewKeyResult extends PlanningOptions {
  objective: string;
  measure: KeyResult['measurementType'];
  by?: string;
  from?: number;
  target?: number;
  value?: number;
  lead?: string;
  start?: string;
  end?: string;
}

export function keyResultChanges(command: AddCommand): void {
  withAuthor(command('create <name>', 'create a key result of an objective, on behalf of a member'))
    .requiredOption('--objective <objective>', 'by name or id (required)')
    .addOption(
      new Option('--measure <type>', 'how it is measured').choices(measurementTypes).makeOptionMandatory(),
    )
    .option('--from <number>', 'the start value (default: 0)', asDecimal)
    .option(
      '--target <number>',
      'the target value (default: 100 for a percentage, 1 for a boolean)',
      asDecimal,
    )
    .option('--value <number>', 'the current value (default: the start value)', asDecimal)
    .option('--lead <member>', 'by email address, name or id')
    .option('--start <date>', 'such as 2026-11-02', asDay)
    .option('--end <date>', 'such as 2026-12-24', asDay)
    .action((name: string, options: NewKeyResult) =>
      withWorkspace(options, async ({ operations, output }) => {
        const objectives = await operations.list(listObjectives, {
          query: await teamFilter(operations, options),
        });
        const author = await findAuthor(operations, options.by);
        const body = withoutUndefined({
          name,
          objectiveId: findNamed('objective', objectives, options.objective).id,
          measurementType: options.measure,
          startValue: options.from,
          targetValue: options.target,
          currentValue: options.value,
          leadUserId: options.lead && (await resolveMember(operations, options.lead)).id,
          startDate: options.start,
          endDate: options.end,
        });
        const keyResult = await operations.by(author.id).run(createKeyResult, { body });
        output.done(`Created the key result ${keyResult.name}.`);
        output.record<KeyResult>(keyResult, { name: (made) => made.name, id: (made) => made.id });
      }),
    );
  command('update <key-result>', 'report the progress of a key result')
    .requiredOption('--value <number>', 'the current value', asDecimal)
    .action((text: string, options: PlanningOptions & { value: number }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const all = await operations.list(listKeyResults, { query: await teamFilter(operations, options) });
        const { id: keyResultId, updatedAt: expectedUpdatedAt } = findNamed('key result', all, text);
        const body = { expectedUpdatedAt, currentValue: options.value };
        const keyResult = await operations.run(updateKeyResult, { path: { keyResultId }, body });
        output.done(`${keyResult.name} is at ${keyResult.currentValue}.`);
        if (output.json) output.record(keyResult, {});
      }),
    );
  deletion(command, {
    one: 'key result',
    list: (operations, query) => operations.list(listKeyResults, { query }),
    consequence: 'its stories keep their objective',
    remove: (operations, keyResultId) => operations.run(deleteKeyResult, { path: { keyResultId } }),
  });
}

const withAuthor = (command: Command): Command =>
  command.option('--by <member>', 'the creator (default: PLOTLINE_MEMBER, or the only member)');

interface Deletion<T> {
  one: string;
  list: (operations: WorkspaceOperations, query: { teamId?: string }) => Promise<T[]>;
  consequence: string;
  remove: (operations: WorkspaceOperations, id: string) => Promise<unknown>;
}

function deletion<T extends { id: string; name: string }>(
  command: AddCommand,
  { one, list, consequence, remove }: Deletion<T>,
): void {
  command(`delete <${one.replace(' ', '-')}>`, `permanently delete a ${one}; ${consequence}`)
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: PlanningOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const found = findNamed(one, await list(operations, await teamFilter(operations, options)), text);
        await confirm(`This permanently deletes ${found.name}; ${consequence}.`, options.yes ?? false);
        await remove(operations, found.id);
        output.done(`Deleted the ${one} ${found.name}.`);
        if (output.json) output.record(found, {});
      }),
    );
}
