import { Option, type Command } from 'commander';
import { cadenceUpdateSchema, type Cadence } from '../../shared/planning/cadence/cadence.ts';
import { weekdays } from '../../shared/kernel/core/weekdays.ts';
import { getSprintCadence } from '../../shared/planning/cadences/get-sprint-cadence.ts';
import { updateSprintCadence } from '../../shared/planning/cadences/update-sprint-cadence.ts';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { asDay, asNumber, withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { resolveTeam } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';

interface CadenceOptions extends WorkspaceOptions {
  weeks?: number;
  startsOn?: Cadence['startsOn'];
  zone?: string;
  cooldown?: number;
  ahead?: number;
  unfinished?: Cadence['unfinished'];
  goal?: string;
  pausedUntil?: string;
  skip?: string[];
}

const WEEKS_DEFAULT = 2;

const fields: Columns<Cadence> = {
  enabled: ({ enabled }) => (enabled ? 'yes' : 'no'),
  weeks: ({ lengthWeeks }) => lengthWeeks,
  'starts on': ({ startsOn }) => startsOn,
  zone: ({ timeZone }) => timeZone,
  cooldown: ({ cooldownDays }) => `${cooldownDays} days`,
  ahead: ({ upcoming }) => upcoming,
  unfinished: ({ unfinished }) => unfinished.replace('_', ' '),
  goal: ({ goalTemplate }) => goalTemplate,
  'paused until': ({ pausedUntil }) => pausedUntil,
  skip: ({ skip }) => skip.join(', '),
};

async function findCadence(
  operations: WorkspaceOperations,
  { id: teamId }: Team,
): Promise<Cadence | undefined> {
  try {
    return await operations.run(getSprintCadence, { path: { teamId } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** The settings that a cadence has, as a request names them. */
function requestOf(cadence: Cadence | undefined): object {
  if (!cadence) return { lengthWeeks: WEEKS_DEFAULT, startsOn: 'monday', timeZone: localZone() };
  const { workspaceId: _, teamId: __, createdAt: ___, updatedAt, ...settings } = cadence;
  const set = Object.entries(settings).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(set), expectedUpdatedAt: updatedAt };
}

const localZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;

async function save(operations: WorkspaceOperations, { id: teamId }: Team, fields: object): Promise<Cadence> {
  return await operations.run(updateSprintCadence, { path: { teamId }, body: fields });
}

const asDays = (text: string): string[] =>
  text === '' ? [] : text.split(',').map((day) => dayOf(asDay(day)));
const dayOf = (timestamp: string): string => timestamp.slice(0, 10);

export function cadenceCommand(program: Command): void {
  const noun = program.command('cadence').description('create, start and close sprints automatically');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('show <team>', "show a team's cadence, by its code").action(
    (text: string, options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const team = await resolveTeam(operations, text);
        const cadence = await findCadence(operations, team);
        if (!cadence)
          throw new CommandError(`${team.code} has no cadence; set one with plotline cadence set.`);
        output.record(cadence, fields);
      }),
  );

  command('set <team>', 'set or change a cadence, and turn it on')
    .option('--weeks <number>', `length of a sprint, 1 to 8 (default: ${WEEKS_DEFAULT})`, asNumber(1, 8))
    .addOption(new Option('--starts-on <weekday>', 'default: monday').choices(weekdays))
    .option('--zone <name>', 'time zone such as Europe/Berlin (default: that of this machine)')
    .option('--cooldown <days>', 'days without a sprint after each one, at least', asNumber(0, 14))
    .option('--ahead <number>', 'how many sprints are made ahead, 1 to 6', asNumber(1, 6))
    .addOption(
      new Option('--unfinished <action>', 'what becomes of unfinished stories').choices(
        cadenceUpdateSchema().shape.unfinished.unwrap().options,
      ),
    )
    .option('--goal <template>', 'goal of new sprints; {number}, {startDate} and {endDate} are replaced')
    .option('--paused-until <day>', 'no sprint starts before this day')
    .option('--skip <days>', 'days, separated by commas, on which no sprint runs; empty for none', asDays)
    .action((text: string, options: CadenceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const team = await resolveTeam(operations, text);
        const { weeks, startsOn, zone, cooldown, ahead, unfinished, goal, pausedUntil, skip } = options;
        const changes = withoutUndefined({
          lengthWeeks: weeks,
          startsOn,
          timeZone: zone,
          cooldownDays: cooldown,
          upcoming: ahead,
          unfinished,
          goalTemplate: goal,
          pausedUntil,
          skip,
        });
        const body = { ...requestOf(await findCadence(operations, team)), ...changes, enabled: true };
        const cadence = await save(operations, team, body);
        output.done(`${team.code} has its sprints made every ${cadence.lengthWeeks} weeks from now on.`);
        output.record(cadence, fields);
      }),
    );

  command('off <team>', 'turn a cadence off; its sprints stay as they are').action(
    (text: string, options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const team = await resolveTeam(operations, text);
        const found = await findCadence(operations, team);
        if (!found) throw new CommandError(`${team.code} has no cadence.`);
        const cadence = await save(operations, team, { ...requestOf(found), enabled: false });
        output.done(`${team.code} has no more sprints made.`);
        output.record(cadence, fields);
      }),
  );
}
