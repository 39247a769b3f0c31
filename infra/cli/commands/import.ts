import { InvalidArgumentError, Option, type Command } from 'commander';
import { asList, asNumber } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { creatable, type Creatable } from '../import/complete.ts';
import { fields } from '../import/mapping.ts';
import { ROWS_PER_REQUEST } from '../import/story-batches.ts';
import { formats } from '../import/read-rows.ts';
import { runImport } from '../import/run-import.ts';
import { didYouMean } from '../../../shared/core/nearest.ts';
import type { ImportOptions } from '../import/plan.ts';

const help = `
Mapping: --map takes FIELD=EXPRESSION. Fields are ${fields.join(', ')}.
An expression is a column, or alternatives between bars of which the first with a value counts; a path leads into
objects and lists of them (labels.name); a text of its own stands in quotes:
  --map 'team=topic|type|"Other"' --map key=number --map 'parent=requires|replaces'
Columns of the same name are one list. All labels of a list count; any other field takes the first entry, sprint the
last, and the report says which.
key is what parents refer to, and what tells rows apart from one import to the next; a row that repeats a key is
refused.
A board that Trello exported as JSON is read as it is.

Optional values that do not fit are left out, with a line in the report; with --strict they refuse their row.

Dates: ISO 8601, those with the month's name, and numbers. 03/04/2026 is read as the rest of its column shows (one
25/04/2026 makes all of them day-first; 3.4.2026 always is), else needs --date-format, such as DD/MM/YYYY. A format
settles the order for every date in numbers, whatever its separators; what does not fit it is left out.

People are found by e-mail address, id or name. Those who are not there: their stories stay unassigned. --people-map
takes a file with a name and a member on each line (CSV; or JSON: {"ada": "ada@example.com"}), the second empty for
nobody; --create people adds them as members: those with an address are invited, the others once they are given one.

History: createdAt, startedAt, completedAt and reporter are taken over with an admin's token, and the stories say that
they were imported. completedAt counts where the status is a completed one; without it, a completed story counts as
done on no day.

Statuses: a value becomes the status of that name, or the first of the category it usually means (Final: completed);
--status-map names others, as status or category: --status-map '"April Fool!"=cancelled,*=backlog'

Sprints and objectives are found by name in the row's team, and never guessed:
  --map sprint=milestone --map objective=epic --create sprints,objectives
A sprint that is created lasts as --sprint-dates says, else as sprintStart and sprintEnd do (Cycle Start and Cycle
End are guessed), else from the first to the last date of its rows, else from when they were started or created to
when they were completed, else two weeks from today. Of which only an end is known, it lasts two weeks up to that.

Rows travel ${ROWS_PER_REQUEST} to a request, with --concurrency rows under way.

Running it again: each row is remembered by the service under the import's --name and its key, so a second run, by
the same person, completes the first and makes nothing twice.
It ends with 1 where rows were refused, with 130 where it was interrupted.

The token comes from PLOTLINE_TOKEN, --token-file or, for the local service, its demo workspace. There is no option
for it: a command line can be read by everyone on the machine and stays in the shell's history.`;

const collect = (value: string, all: string[] = []): string[] => [...all, value];

const nothingAsked = { list: [], map: [], statusMap: [], priorityMap: [], create: [] };

const asCreatable = (text: string): Creatable[] =>
  asList(text).map((name) => {
    const known = creatable.find((what) => what === name.toLowerCase());
    if (known) return known;
    throw new InvalidArgumentError(`It cannot create ${name}; ${didYouMean(name, creatable)}`);
  });

export function importCommand(program: Command): void {
  program
    .command('import <file>')
    .description('import stories from JSON, JSON Lines or CSV, through the REST API')
    .option('--url <url>', 'the service (default: PLOTLINE_URL, else the local one)')
    .option('--token-file <file>', 'a file that holds the token')
    .addOption(new Option('--token <token>').hideHelp())
    .addOption(
      new Option('--format <format>', 'what the file holds, where its name does not say').choices(formats),
    )
    .option('--list <columns>', 'columns whose text is a list with commas', asList)
    .option('-m, --map <field=expression>', 'where a field comes from; again for each field', collect)
    .option('--status-map <value=status,…>', 'what values for the status become', collect)
    .option('--priority-map <value=priority,…>', 'what values for the priority become', collect)
    .option('--create <what>', `what to create where it is missing: ${creatable.join(',')}`, asCreatable)
    .option('--sprint-dates <start..end>', 'of sprints that are created (default: as their rows say)')
    .option('--date-format <format>', 'of dates that could be read in two ways, such as DD/MM/YYYY')
    .option('--people-map <file>', 'whom the names of people in the file stand for, as CSV or JSON')
    .option('--strict', 'refuse rows with values that do not fit, rather than leave these out')
    .option('--archived', 'read archived cards of a board too')
    .option('--name <name>', 'of this import; another one imports everything anew (default: of the file)')
    .option('--dry-run', 'only show what would happen')
    .option('--concurrency <number>', 'rows under way at once, 1 to 100', asNumber(1, 100), 40)
    .option('--report <file>', 'write refused rows and left out values, as JSON Lines')
    .option('-y, --yes', 'do not ask')
    .option('--json', 'print the plan of a dry run, or the summary, as JSON')
    .addHelpText('after', help)
    .action(async (file: string, { token, ...options }: ImportOptions & { token?: string }) => {
      if (token !== undefined) {
        throw new CommandError(
          'A token on the command line can be read by everyone on this machine and stays in the history: ' +
            'revoke it, and pass a new one in PLOTLINE_TOKEN or with --token-file.',
        );
      }
      process.exitCode = await runImport(file, { ...nothingAsked, ...options });
    });
}
