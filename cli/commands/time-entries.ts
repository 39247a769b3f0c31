import type { Command } from 'commander';
import { createBusyTime } from '../../shared/planning/scheduling/working-time/create-busy-time.ts';
import { createTimeOff } from '../../shared/planning/scheduling/working-time/create-time-off.ts';
import { deleteBusyTime } from '../../shared/planning/scheduling/working-time/delete-busy-time.ts';
import { deleteTimeOff } from '../../shared/planning/scheduling/working-time/delete-time-off.ts';
import { listBusyTimes } from '../../shared/planning/scheduling/working-time/list-busy-times.ts';
import { listTimeOff } from '../../shared/planning/scheduling/working-time/list-time-off.ts';
import type { BusyTime, TimeOff } from '../../shared/planning/scheduling/working-time/working-time.ts';
import { withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { resolveMember } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';

type Entry = TimeOff | BusyTime;

const columns: Columns<Entry> = {
  from: ({ startDate }) => startDate,
  until: ({ endDate }) => endDate,
  name: ({ name }) => name,
  id: ({ id }) => id,
};

interface EntryCommands {
  noun: string;
  description: string;
  /** The arguments of an entry, and the name of one. */
  from: string;
  span: (from: string, until: string) => { startDate: string; endDate: string };
  one: string;
  none: string;
  list: (operations: WorkspaceOperations, memberId: string) => Promise<Entry[]>;
  create: (operations: WorkspaceOperations, memberId: string, body: object) => Promise<Entry>;
  delete: (operations: WorkspaceOperations, memberId: string, id: string) => Promise<{ id: string }>;
}

/** Commands for what is stored with the working hours of a member. */
function entryCommands(program: Command, entries: EntryCommands): void {
  const noun = program.command(entries.noun).description(entries.description);
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('list <member>', `list a member's ${entries.one}`).action(
    (text: string, options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id } = await resolveMember(operations, text);
        output.list(await entries.list(operations, id), columns, entries.none);
      }),
  );

  command('create <member> <from> <until>', entries.from)
    .option('--name <name>', 'shown to the member and to admins')
    .action(
      (text: string, startDate: string, endDate: string, options: WorkspaceOptions & { name?: string }) =>
        withWorkspace(options, async ({ operations, output }) => {
          const { id, name } = await resolveMember(operations, text);
          const body = { ...entries.span(startDate, endDate), ...withoutUndefined({ name: options.name }) };
          const entry = await entries.create(operations, id, body);
          output.done(`${name} has ${entries.one} from ${entry.startDate} until ${entry.endDate}.`);
          output.record(entry, output.json ? {} : columns);
        }),
    );

  command('delete <member> <id>', 'permanently delete an entry, by its id from the list')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, id: string, options: WorkspaceOptions & { yes?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const member = await resolveMember(operations, text);
        const entry = (await entries.list(operations, member.id)).find((one) => one.id === id);
        if (!entry) {
          throw new CommandError(
            `${member.name} has no ${entries.one} with the id ${id}; list shows the ids.`,
          );
        }
        const span = `from ${entry.startDate} until ${entry.endDate}`;
        await confirm(
          `This permanently deletes the ${entries.one} of ${member.name} ${span}.`,
          options.yes ?? false,
        );
        const deleted = await entries.delete(operations, member.id, id);
        output.done('Deleted.');
        output.record(deleted, {});
      }),
    );
}

export const timeOffCommand = (program: Command): void =>
  entryCommands(program, {
    noun: 'time-off',
    description: 'whole days on which people do not work',
    from: 'add days off, from the first to the last, such as 2026-12-24 2026-12-31',
    span: (startDate, endDate) => ({ startDate, endDate }),
    one: 'time off',
    none: 'There is no time off.',
    list: (operations, memberId) => operations.list(listTimeOff, { path: { memberId } }),
    create: (operations, memberId, body) => operations.run(createTimeOff, { path: { memberId }, body }),
    delete: (operations, memberId, timeOffId) =>
      operations.run(deleteTimeOff, { path: { memberId, timeOffId } }),
  });

export const busyCommand = (program: Command): void =>
  entryCommands(program, {
    noun: 'busy',
    description: 'times that are taken, such as meetings',
    from: 'add a busy time, such as 2026-11-24T13:00Z 2026-11-24T14:00Z',
    span: (from, until) => ({ startDate: withSeconds(from), endDate: withSeconds(until) }),
    one: 'busy times',
    none: 'There are no busy times.',
    list: (operations, memberId) => operations.list(listBusyTimes, { path: { memberId } }),
    create: (operations, memberId, body) => operations.run(createBusyTime, { path: { memberId }, body }),
    delete: (operations, memberId, busyTimeId) =>
      operations.run(deleteBusyTime, { path: { memberId, busyTimeId } }),
  });

/** A time as people write it, without seconds, as the API takes it. */
const withSeconds = (text: string): string => text.replace(/(T\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/, '$1:00$2');
