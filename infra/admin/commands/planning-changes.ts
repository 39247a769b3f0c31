import { Option, type Command } from 'commander';
import { color, name, timestamp } from '../../../shared/lib/schema.ts';
import { spanProblems, type Sprint } from '../../../shared/sprints/sprint.ts';
import { statusCategories, type Status, type StatusCategory } from '../../../shared/statuses/status.ts';
import type { KeyResult } from '../../../shared/key-results/key-result.ts';
import type { Objective } from '../../../shared/objectives/objective.ts';
import { as, valid } from '../arguments.ts';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { findNamed, findTeam, findWorkspace } from '../find.ts';
import type { Operator } from '../operator.ts';
import { withSession, type CommonOptions } from '../session.ts';

/** Adds a command to a noun, with the options that all of them share. */
export type AddCommand = (usage: string, description: string) => Command;

interface Options extends CommonOptions {
  workspace?: string;
  team?: string;
  yes?: boolean;
}

const asNumber = (text: string): number => {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new CommandError(`${text} is not a number.`);
  return number;
};

/** A day is enough to say when a sprint begins and ends. */
const asDay = (text: string): string =>
  as(timestamp())(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);

export function statusChanges(command: AddCommand): void {
  command('create <name>', 'make a status after the last one, of a team or else of objectives')
    .addOption(
      new Option('--category <category>', 'what it means').choices(statusCategories).makeOptionMandatory(),
    )
    .option('--color <color>', 'such as #4f46e5', as(color()), '#6366f1')
    .action((text: string, options: Options & { category: StatusCategory; color: string }) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const team =
          options.team === undefined ? undefined : await findTeam(operator, workspace, options.team);
        const { category, color } = options;
        const fields = { category, color, name: valid(name(), text, 'The name') };
        const status = await operator.createStatus(workspace.id, team, fields);
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
    .action((text: string, options: Options & { start: string; end: string; goal?: string }) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        if (options.team === undefined) throw new CommandError('Name the team of the sprint with --team.');
        const team = await findTeam(operator, workspace, options.team);
        if (!team.sprintsEnabled) {
          throw new CommandError(`${team.code} does not use sprints; add plotline teams update --sprints.`);
        }
        const { start: startDate, end: endDate, goal = null } = options;
        if (spanProblems({ startDate, endDate }).length > 0) {
          throw new CommandError('The end must not be before the start.');
        }
        const fields = { name: valid(name(), text, 'The name'), goal, startDate, endDate };
        const sprint = await operator.createSprint(team, fields);
        output.done(`Made the sprint ${sprint.name}.`);
        output.record<Sprint>(sprint, { name: (made) => made.name, id: (made) => made.id });
      }),
    );
  deletion(command, {
    one: 'sprint',
    list: (operator, ...teams) => operator.listSprints(...teams),
    consequence: 'its stories stay, in no sprint',
    remove: (operator, sprint: Sprint) => operator.deleteSprint(sprint),
  });
}

export function objectiveChanges(command: AddCommand): void {
  deletion(command, {
    one: 'objective',
    list: (operator, ...teams) => operator.listObjectives(...teams),
    consequence: 'its key results go with it; its stories and sprints stay, without objective',
    remove: (operator, objective: Objective) => operator.deleteObjective(objective),
  });
}

export function keyResultChanges(command: AddCommand): void {
  command('update <key-result>', 'say how far a key result is')
    .requiredOption('--value <number>', 'where it is now', asNumber)
    .action((text: string, options: Options & { value: number }) =>
      withSession(options, async ({ operator, output }) => {
        const found = findNamed(
          'key result',
          await operator.listKeyResults(await teamsOf(operator, options)),
          text,
        );
        const keyResult = await operator.setKeyResult(found, options.value);
        output.done(`${keyResult.name} is at ${keyResult.currentValue}.`);
        if (output.json) output.record(keyResult, {});
      }),
    );
  deletion(command, {
    one: 'key result',
    list: (operator, ...teams) => operator.listKeyResults(...teams),
    consequence: 'its stories keep their objective',
    remove: (operator, keyResult: KeyResult) => operator.deleteKeyResult(keyResult),
  });
}

type Teams = Parameters<Operator['listSprints']>[0];

interface Deletion<T> {
  one: string;
  list: (operator: Operator, teams: Teams) => Promise<T[]>;
  consequence: string;
  remove: (operator: Operator, found: T) => Promise<void>;
}

function deletion<T extends { id: string; name: string }>(
  command: AddCommand,
  { one, list, consequence, remove }: Deletion<T>,
): void {
  command(`delete <${one.replace(' ', '-')}>`, `delete a ${one} for good; ${consequence}`)
    .option('-y, --yes', 'do not ask')
    .action((text: string, options: Options) =>
      withSession(options, async ({ operator, output }) => {
        const found = findNamed(one, await list(operator, await teamsOf(operator, options)), text);
        await confirm(`${found.name} is deleted for good; ${consequence}.`, options.yes ?? false);
        await remove(operator, found);
        output.done(`Deleted the ${one} ${found.name}.`);
        if (output.json) output.record(found, {});
      }),
    );
}

async function teamsOf(operator: Operator, { workspace: text, team }: Options): Promise<Teams> {
  const workspace = await findWorkspace(operator, text);
  return team === undefined
    ? await operator.listTeams(workspace.id)
    : [await findTeam(operator, workspace, team)];
}
