import { weekdays } from '../../shared/kernel/core/weekdays.ts';
import { InvalidArgumentError, type Command } from 'commander';
import { getWorkingHours } from '../../shared/planning/scheduling/working-time/get-working-hours.ts';
import { updateWorkingHours } from '../../shared/planning/scheduling/working-time/update-working-hours.ts';
import type { WorkingHours } from '../../shared/planning/scheduling/working-time/working-time.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import { withoutUndefined } from '../core/arguments.ts';
import { resolveMember, resolveTeam } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

type Weekly = WorkingHours['weekly'];

interface HoursOptions extends WorkspaceOptions {
  days?: Partial<Weekly>;
  zone?: string;
  share?: Share[];
}

interface Share {
  code: string;
  percent: number;
}

export function hoursCommand(program: Command): void {
  const noun = program.command('hours').description('when people work');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('show <member>', "show a member's working hours").action(
    (text: string, options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: memberId } = await resolveMember(operations, text);
        const hours = await operations.run(getWorkingHours, { path: { memberId } });
        output.record(
          hours,
          fieldsWith(new Map((await operations.list(listTeams)).map(({ id, code }) => [id, code]))),
        );
      }),
  );

  command('set <member>', "set a member's working hours; what is not named stays")
    .option(
      '--days <hours>',
      'such as "mon-fri 09:00-12:30 13:30-17:00, sat 10:00-12:00"; other days are free',
      asWeek,
    )
    .option('--zone <name>', 'time zone such as Europe/Berlin')
    .option('--share <team=percent...>', 'how much of each week a team may take, such as ENG=60', asShare)
    .action((text: string, options: HoursOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: memberId, name } = await resolveMember(operations, text);
        const path = { memberId };
        const { timeZone, weekly, teamShares, updatedAt } = await operations.run(getWorkingHours, { path });
        const shares = options.share && (await Promise.all(options.share.map((one) => shareOf(one))));
        const body = {
          timeZone,
          weekly,
          teamShares,
          ...(updatedAt === null ? {} : { expectedUpdatedAt: updatedAt }),
          ...withoutUndefined({ timeZone: options.zone, weekly: options.days, teamShares: shares }),
        };
        const hours = await operations.run(updateWorkingHours, { path, body });
        output.done(`Set the working hours of ${name}.`);
        output.record(
          hours,
          fieldsWith(new Map((await operations.list(listTeams)).map(({ id, code }) => [id, code]))),
        );

        async function shareOf({ code, percent }: Share) {
          return { teamId: (await resolveTeam(operations, code)).id, percent };
        }
      }),
    );
}

const fieldsWith = (codes: ReadonlyMap<string, string>): Columns<WorkingHours> => ({
  zone: ({ timeZone }) => timeZone,
  ...Object.fromEntries(
    weekdays.map((day) => [
      day,
      ({ weekly }: WorkingHours) => weekly[day].map(({ start, end }) => `${start}-${end}`).join(' '),
    ]),
  ),
  shares: ({ teamShares }) =>
    teamShares.map(({ teamId, percent }) => `${codes.get(teamId) ?? teamId} ${percent} %`).join(', '),
});

/** Parses working hours such as `mon-fri 09:00-12:30 13:30-17:00, sat 10:00-12:00`. */
export function asWeek(text: string): Partial<Weekly> {
  const week: Partial<Weekly> = {};
  for (const part of text.split(',')) {
    const [days = '', ...stretches] = part.trim().split(/\s+/);
    for (const day of daysOf(days)) {
      week[day] = stretches.map(stretchOf);
      assertInOrder(day, stretches);
    }
  }
  return week;
}

/** A time of a day; the end of one can be 24:00. */
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const STRETCH = new RegExp(`^(${TIME})-(${TIME}|24:00)$`);

function stretchOf(stretch: string): { start: string; end: string } {
  const [, start, end] = STRETCH.exec(stretch) ?? [];
  if (start && end && start < end) return { start, end };
  throw new InvalidArgumentError(
    `${stretch} is not a stretch such as 09:00-12:30, from 00:00 to 24:00, which ends after it begins.`,
  );
}

function assertInOrder(day: string, stretches: readonly string[]): void {
  const wrong = stretches.find((stretch, at) => at > 0 && stretch.slice(0, 5) < stretches[at - 1]!.slice(6));
  if (wrong !== undefined)
    throw new InvalidArgumentError(`On ${day}, ${wrong} begins before the stretch before it ends.`);
}

/** \`ENG=60\`: a team, and how many percent of each week it may take. */
function asShare(text: string, before: readonly Share[] = []): Share[] {
  const [, code, percent] = /^([^=]+)=(\d{1,3})$/.exec(text) ?? [];
  if (code && Number(percent) <= 100) return [...before, { code, percent: Number(percent) }];
  throw new InvalidArgumentError(`${text} is not a team and 0 to 100 percent, such as ENG=60.`);
}

/** The weekdays of a name or a range, such as `mon` or `mon-fri`. */
function daysOf(text: string): (typeof weekdays)[number][] {
  const [first, last = first] = text
    .split('-')
    .map((name) => (name.length < 3 ? -1 : weekdays.findIndex((day) => day.startsWith(name.toLowerCase()))));
  if (first !== undefined && last !== undefined && first >= 0 && last >= first)
    return weekdays.slice(first, last + 1);
  throw new InvalidArgumentError(`${text} is neither a weekday such as mon nor a range such as mon-fri.`);
}
