import type { Command } from 'commander';
import type { ScheduledBlock } from '../../shared/planning/scheduling/placements/placement.ts';
import { weekFacts, weekTotal } from '../../shared/planning/scheduling/planner/week-facts.ts';
import { inWords } from '../../shared/planning/scheduling/planner/explain-in-words.ts';
import { getSchedule } from '../../shared/planning/scheduling/planner/get-schedule.ts';
import { getStorySchedule } from '../../shared/planning/scheduling/planner/get-story-schedule.ts';
import { previewSchedule } from '../../shared/planning/scheduling/planner/preview-schedule.ts';
import type {
  ScheduleMove,
  SchedulePreview,
} from '../../shared/planning/scheduling/planner/schedule-preview.ts';
import { getWorkingHours } from '../../shared/planning/scheduling/working-time/get-working-hours.ts';
import { listBusyTimes } from '../../shared/planning/scheduling/working-time/list-busy-times.ts';
import { listTimeOff } from '../../shared/planning/scheduling/working-time/list-time-off.ts';
import { asDay, asNumber, assertSomeChange, withoutUndefined } from '../core/arguments.ts';
import { findAuthor, resolveMember } from '../core/find.ts';
import { renderTable, type Columns } from '../core/output.ts';
import { printable } from '../core/terminal.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { weekChart } from '../core/week-chart.ts';
import { findStory } from '../find-story.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import { priorityOption, storyFields, type StoryOptions } from '../story-fields.ts';

const moveColumns: Columns<ScheduleMove> = {
  story: ({ reference }) => reference,
  title: ({ title }) => title,
  status: ({ before, after }) =>
    before?.status === after?.status
      ? after?.status
      : `${before?.status ?? 'unplanned'} → ${after?.status ?? 'unplanned'}`,
  'what happens, and why': ({ explanation }) => explanation,
};

export function scheduleCommand(program: Command): void {
  const noun = program.command('schedule').description('when stories are planned, and why then');

  workspaceCommand(
    noun,
    'show [member]',
    "draw a member's week, and say why each story stands where it does",
    {
      isDefault: true,
    },
  )
    .option('--me', 'the week of PLOTLINE_MEMBER, or of the only member (default)')
    .option(
      '--week <day>',
      'the week of a day such as 2026-11-23 (default: this week or, if nothing is left of it, that of the next story)',
      asDay,
    )
    .action((text: string | undefined, options: WorkspaceOptions & { week?: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const who = text ?? (await findAuthor(operations)).id;
        const { id, name } = await resolveMember(operations, who);
        const { week, blocks } = await readWeek(operations, id, options.week);
        const days = `${week.days[0]!.date} to ${week.days.at(-1)!.date}`;
        const heading = printable(`${name}, ${days}, ${week.timeZone}`);
        const rows = blocks.map((block) => rowOf(block, blocks, week.timeZone));
        const table = rows.length === 0 ? 'Nothing is planned.' : renderTable(HEADINGS, rows);
        const drawing = [heading, weekChart(week), table, weekTotal(week)].join('\n\n');
        output.draw({ memberId: id, ...week, facts: weekFacts(week), blocks }, drawing);
      }),
    );

  workspaceCommand(noun, 'explain <story>', 'say when a story is planned, and why then').action(
    (text: string, options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: storyId } = await findStory(operations, text);
        const schedule = await operations.run(getStorySchedule, { path: { storyId } });
        const { assigneeId, startDate, reference, title } = schedule;
        const hours =
          assigneeId !== null && startDate !== null
            ? await operations.run(getWorkingHours, { path: { memberId: assigneeId } })
            : undefined;
        const explanation = hours ? inZone(schedule.explanation, hours.timeZone) : schedule.explanation;
        output.draw(schedule, printable(`${reference} ${title}: ${explanation}`));
      }),
  );

  workspaceCommand(noun, 'preview <story>', 'say what a change of a story would move, without making it')
    .option('--assignee <member>', 'by email address, name or id')
    .addOption(priorityOption())
    .option('--start <date>', 'such as 2026-11-02', asDay)
    .option('--due <date>', 'such as 2026-11-15', asDay)
    .option('--minutes <number>', 'how long the work takes', asNumber(1, 2_400))
    .action((text: string, options: StoryOptions & WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        assertSomeChange(options, ['assignee', 'priority', 'start', 'due', 'minutes']);
        const { id: storyId, teamId } = await findStory(operations, text);
        const fields = withoutUndefined(await storyFields(operations, teamId, options));
        const preview = await operations.run(previewSchedule, {
          body: { stories: [{ storyId, ...fields }] },
        });
        output.draw(preview, drawPreview(preview));
      }),
    );
}

const HEADINGS = ['when', 'story', 'title', 'because', 'room until due'];

function rowOf(
  { storyId, startDate, endDate, reference, title, reason, reasonStoryId, slackMinutes }: ScheduledBlock,
  all: readonly ScheduledBlock[],
  timeZone: string,
): string[] {
  const format = new Intl.DateTimeFormat('en-GB', { ...CLOCK, timeZone });
  const other = all.find((one) => one.storyId === reasonStoryId)?.reference;
  const isLater = all.some((one) => one.storyId === storyId && one.startDate < startDate);
  const isContinued = isLater && reason === 'as_soon_as_possible';
  const room =
    slackMinutes === null ? '-' : slackMinutes < 0 ? `late by ${hours(-slackMinutes)}` : hours(slackMinutes);
  return [
    format.formatRange(new Date(startDate), new Date(endDate)),
    reference,
    title,
    isContinued ? 'it goes on' : (inWords(reason, other) ?? ''),
    room,
  ];
}

const CLOCK = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
const hours = (minutes: number): string => `${Math.floor(minutes / 60)} h`;

/** A text whose times are UTC, with those of a time zone instead. */
function inZone(text: string, timeZone: string): string {
  // Sweden writes times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const zoned = text.replaceAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day: string, time: string) =>
    format.format(new Date(`${day}T${time}Z`)),
  );
  return `${zoned} Times are in ${timeZone}.`;
}

async function readWeek(operations: WorkspaceOperations, memberId: string, day: string | undefined) {
  const { shownInstant, weekOf, weekSpan } = await import('../../shared/planning/scheduling/plan/week.ts');
  const path = { memberId };
  const [time, timeOff, busy] = await Promise.all([
    operations.run(getWorkingHours, { path }),
    operations.list(listTimeOff, { path }),
    operations.list(listBusyTimes, { path }),
  ]);
  const now = new Date();
  const blocksIn = (span: object) =>
    operations.list(getSchedule, { query: { assigneeId: memberId, ...span } });
  const at = day
    ? new Date(day)
    : shownInstant(time.timeZone, await blocksIn({ since: now.toISOString() }), now);
  const blocks = await blocksIn(weekSpan(time.timeZone, at));
  return { week: weekOf({ hours: time, timeOff, busy, blocks }, at), blocks };
}

function drawPreview({ moved, newlyAtRisk, newlyFitting, complete }: SchedulePreview): string {
  const late = newlyAtRisk.filter((one) => !moved.some(({ storyId }) => storyId === one.storyId));
  const all = [...moved, ...late];
  if (all.length === 0 && newlyFitting.length === 0) return 'Nothing would move.';
  const headings = Object.keys(moveColumns);
  const table = renderTable(
    headings,
    all.map((move) => headings.map((heading) => moveColumns[heading]!(move))),
  );
  const named = (moves: readonly ScheduleMove[]) => moves.map(({ reference }) => reference).join(', ');
  return [
    table,
    ...(newlyAtRisk.length > 0 ? [`Late or without a place: ${named(newlyAtRisk)}.`] : []),
    ...(newlyFitting.length > 0 ? [`In time again: ${named(newlyFitting)}.`] : []),
    ...(complete ? [] : ['It reaches more people; what would move for them is left out.']),
    'Nothing has been changed.',
  ].join('\n\n');
}
