import { Option, type Command } from 'commander';
import { deleteKeyResult } from '../../../shared/key-results/delete-key-result.ts';
import { listKeyResults } from '../../../shared/key-results/list-key-results.ts';
import { updateKeyResult } from '../../../shared/key-results/update-key-result.ts';
import { color } from '../../../shared/lib/schema.ts';
import { deleteObjective } from '../../../shared/objectives/delete-objective.ts';
import { listObjectives } from '../../../shared/objectives/list-objectives.ts';
import { createSprint } from '../../../shared/sprints/create-sprint.ts';
import { deleteSprint } from '../../../shared/sprints/delete-sprint.ts';
import { listSprints } from '../../../shared/sprints/list-sprints.ts';
import type { Sprint } from '../../../shared/sprints/sprint.ts';
import { createObjectiveStatus } from '../../../shared/statuses/create-objective-status.ts';
import { createStatus } from '../../../shared/statuses/create-status.ts';
import { statusCategories, type Status, type StatusCategory } from '../../../shared/statuses/status.ts';
import { as, asDay, asDecimal, withoutUndefined } from '../arguments.ts';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { findNamed, findTeam } from '../find.ts';
import type { Here } from '../here.ts';
import { withWorkspace, type WorkspaceOptions } from '../session.ts';

/** Adds a command to a noun, with the options that all of them share. */
export type AddCommand = (usage: string, description: string) => Command;

export interface PlanningOptions extends WorkspaceOptions {
  team?: string;
  yes?: boolean;
}

/** The filter of a list by the team that the options name, if any. */
export async function teamFilter(here: Here, { team }: PlanningOptions): Promise<{ teamId?: string }> {
  return team === undefined ? {} : { teamId: (await findTeam(here, team)).id };
}

export function statusChanges(command: AddCommand): void {
  command('create <name>', 'make a status after the last one, of a team or else of objectives')
    .addOption(
      new Option('--category <category>', 'what it means').choices(statusCategories).makeOptionMandatory(),
    )
    .option('--color <color>', 'such as #4f46e5', as(color()), '#6366f1')
    .action((name: string, options: PlanningOptions & { category: StatusCategory; color: string }) =>
      withWorkspace(options, async ({ here, output }) => {
        const { category, color } = options;
        const owner = await teamFilter(here, options);
        const made = owner.teamId === undefined ? createObjectiveStatus : createStatus;
        const status = await here.run(made, { body: { ...owner, name, category, color } });
        output.done(`Made the status ${status.name}.`);
        output.record<Status>(status, { name: (made) => made.name, id: (made) => made.id });
      }),
    );
}

export function sprintChanges(command: AddCommand): void {
  command('create <name>', 'make a sprint of a team')
    .requiredOption('--start <date>', 'such as 2026-11-02', asDay)
    .requiredOption('--end <date>', 'such as 2026-11-15', asDay)
    .option('--goal <goal>', 'what it is for')
    .action((name: string, options: PlanningOptions & { start: string; end: string; goal?: string }) =>
      withWorkspace(options, async ({ here, output }) => {
        const { teamId } = await teamFilter(here, options);
        if (teamId === undefined) throw new CommandError('Name the team of the sprint with --team.');
        const { start: startDate, end: endDate, goal } = options;
        const body = { teamId, name, startDate, endDate, ...withoutUndefined({ goal }) };
        const sprint = await here.run(createSprint, { body });
        output.done(`Made the sprint ${sprint.name}.`);
        output.record<Sprint>(sprint, { name: (made) => made.name, id: (made) => made.id });
      }),
    );
  deletion(command, {
    one: 'sprint',
    list: (here, query) => here.list(listSprints, { query }),
    consequence: 'its stories stay, in no sprint',
    remove: (here, sprintId) => here.run(deleteSprint, { path: { sprintId } }),
  });
}

export function objectiveChanges(command: AddCommand): void {
  deletion(command, {
    one: 'objective',
    list: (here, query) => here.list(listObjectives, { query }),
    consequence: 'its key results go with it; its stories and sprints stay, without objective',
    remove: (here, objectiveId) => here.run(deleteObjective, { path: { objectiveId } }),
  });
}

export function keyResultChanges(command: AddCommand): void {
  command('update <key-result>', 'say how far a key result is')
    .requiredOption('--value <number>', 'where it is now', asDecimal)
    .action((text: string, options: PlanningOptions & { value: number }) =>
      withWorkspace(options, async ({ here, output }) => {
        const all = await here.list(listKeyResults, { query: await teamFilter(here, options) });
        const { id: keyResultId, updatedAt: expectedUpdatedAt } = findNamed('key result', all, text);
        const body = { expectedUpdatedAt, currentValue: options.value };
        const keyResult = await here.run(updateKeyResult, { path: { keyResultId }, body });
        output.done(`${keyResult.name} is at ${keyResult.currentValue}.`);
        if (output.json) output.record(keyResult, {});
      }),
    );
  deletion(command, {
    one: 'key result',
    list: (here, query) => here.list(listKeyResults, { query }),
    consequence: 'its stories keep their objective',
    remove: (here, keyResultId) => here.run(deleteKeyResult, { path: { keyResultId } }),
  });
}

interface Deletion<T> {
  one: string;
  list: (here: Here, query: { teamId?: string }) => Promise<T[]>;
  consequence: string;
  remove: (here: Here, id: string) => Promise<unknown>;
}

function deletion<T extends { id: string; name: string }>(
  command: AddCommand,
  { one, list, consequence, remove }: Deletion<T>,
): void {
  command(`delete <${one.replace(' ', '-')}>`, `delete a ${one} for good; ${consequence}`)
    .option('-y, --yes', 'do not ask')
    .action((text: string, options: PlanningOptions) =>
      withWorkspace(options, async ({ here, output }) => {
        const found = findNamed(one, await list(here, await teamFilter(here, options)), text);
        await confirm(`${found.name} is deleted for good; ${consequence}.`, options.yes ?? false);
        await remove(here, found.id);
        output.done(`Deleted the ${one} ${found.name}.`);
        if (output.json) output.record(found, {});
      }),
    );
}
