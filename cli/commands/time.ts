import type { Command } from 'commander';
import { createTimeEntry } from '../../shared/planning/time-entries/create-time-entry.ts';
import { deleteTimeEntry } from '../../shared/planning/time-entries/delete-time-entry.ts';
import { listStoryTimeEntries } from '../../shared/planning/time-entries/list-story-time-entries.ts';
import { listTimeEntries } from '../../shared/planning/time-entries/list-time-entries.ts';
import type { TimeEntry } from '../../shared/planning/time-entries/time-entry.ts';
import { withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { findAuthor, resolveMember, resolveTeam } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { findStory } from '../find-story.ts';

interface TimeOptions extends WorkspaceOptions {
  by?: string;
  note?: string;
  started?: string;
  member?: string;
  team?: string;
  since?: string;
  before?: string;
  yes?: boolean;
}

const DURATION = /^(?:(?<hours>\d{1,2})h)?(?:(?<minutes>\d{1,4})m?)?$/;

/** A duration as people write it, such as 90m, 1h30m or 2h, in minutes. */
function asMinutes(text: string): number {
  const { hours, minutes } = DURATION.exec(text)?.groups ?? {};
  if (hours === undefined && minutes === undefined)
    throw new CommandError(`${text} is not a duration such as 90m, 1h30m or 2h.`);
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0);
}

const inHours = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

const columns: Columns<TimeEntry> = {
  date: ({ date }) => date,
  time: ({ minutes }) => inHours(minutes),
  note: ({ note }) => note?.split('\n')[0] ?? '',
  id: ({ id }) => id,
};

export function timeCommand(program: Command): void {
  const noun = program.command('time').description('time spent on stories');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);
  const withMember = (one: Command): Command =>
    one.option('--by <member>', 'by email address, name or id (default: PLOTLINE_MEMBER)');

  withMember(command('log <story> <duration>', 'log time that a member spent on a story, such as 1h30m'))
    .option('--note <text>', 'what it was spent on')
    .option('--started <time>', 'when it began (default: so long ago that it ends now)')
    .action((text: string, duration: string, options: TimeOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: storyId, reference } = await findStory(operations, text);
        const member = await findAuthor(operations, options.by);
        const fields = { note: options.note, startedAt: options.started };
        const body = { minutes: asMinutes(duration), ...withoutUndefined(fields) };
        const entry = await operations.by(member.id).run(createTimeEntry, { path: { storyId }, body });
        output.done(`Logged ${inHours(entry.minutes)} on ${reference} for ${entry.date}.`);
        output.record(entry, output.json ? {} : columns);
      }),
    );

  command('list [story]', 'list time spent on a story, or on all of them, the last logged first')
    .option('--member <member>', 'of this member')
    .option('--team <code>', 'on stories of this team')
    .option('--since <day>', 'on this day or later, such as 2026-11-20')
    .option('--before <day>', 'before this day')
    .action((text: string | undefined, options: TimeOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const query = await filterOf(operations, options);
        if (text !== undefined && Object.keys(query).length > 0)
          throw new CommandError('A story is listed whole; leave out the other options.');
        const entries =
          text === undefined
            ? await operations.list(listTimeEntries, { query })
            : await operations.list(listStoryTimeEntries, {
                path: { storyId: (await findStory(operations, text)).id },
              });
        output.list(entries, columns, 'No time has been logged.');
      }),
    );

  withMember(command('delete <story> <id>', 'permanently delete time of a member, by its id from the list'))
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, id: string, options: TimeOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: storyId, reference } = await findStory(operations, text);
        const author = operations.by((await findAuthor(operations, options.by)).id);
        const entries = await operations.list(listStoryTimeEntries, { path: { storyId } });
        const entry = entries.find((one) => one.id === id);
        if (!entry) throw new CommandError(`${reference} has no time with the id ${id}; list shows the ids.`);
        const spent = `${inHours(entry.minutes)} of ${entry.date}`;
        await confirm(`This permanently deletes ${spent} on ${reference}.`, options.yes ?? false);
        const path = { storyId, timeEntryId: id };
        const deleted = await author.run(deleteTimeEntry, { path });
        output.done('Deleted.');
        output.record(deleted, {});
      }),
    );
}

async function filterOf(
  operations: Parameters<typeof resolveMember>[0],
  { member, team, since, before }: TimeOptions,
) {
  return withoutUndefined({
    memberId: member === undefined ? undefined : (await resolveMember(operations, member)).id,
    teamId: team === undefined ? undefined : (await resolveTeam(operations, team)).id,
    dateSince: since,
    dateBefore: before,
  });
}
