import { InvalidArgumentError, Option, type Command } from 'commander';
import { withAccess } from '../core/access.ts';
import { closingHelp } from '../core/closing-help.ts';
import { asList, asNumber } from '../core/arguments.ts';
import { refuseToken } from '../core/refuse-token.ts';
import { assertWorkspace } from '../import/assert-workspace.ts';
import { creatable, type Creatable } from '../import/complete.ts';
import { fields } from '../import/fields.ts';
import { ROWS_PER_REQUEST } from '../import/story-batches.ts';
import { formats } from '../import/read-rows.ts';
import { presetNames } from '../import/presets/presets.ts';
import { downloadIssues, isAddress, type DownloadOptions } from '../import/live/download-issues.ts';
import { runImport } from '../import/run-import.ts';
import { didYouMean } from '../../shared/kernel/core/nearest.ts';
import type { ImportOptions } from '../import/plan.ts';

const help = `
Mapping: --map takes FIELD=EXPRESSION. Fields are ${fields.join(', ')}, and cf.KEY of custom fields.
An expression is a column, or alternatives between bars of which the first with a value counts; a path leads into
objects and lists of them (labels.name); put literal text in quotes:
  --map 'team=topic|type|"Other"' --map key=number --map 'parent=requires|replaces'
Columns of the same name are one list. All labels of a list count; any other field takes the first entry, sprint the last.
key is what parents refer to, and what identifies rows from one import to the next; a row that repeats a key is refused.

Addresses: with --from github https://github.com/acme/app or --from jira https://acme.atlassian.net/projects/PAY, all
issues are read to a file in this folder. Tokens come from GITHUB_TOKEN, from JIRA_EMAIL and JIRA_API_TOKEN or JIRA_TOKEN.

Ideas: --portal makes ideas of a portal of the rows, with tags, authors and dates; --from fider knows Fider's export,
--from canny and --from featurebase what their APIs list as JSON: posts and comments in one file, as jq -s joins pages.

Dates: ISO 8601, those with the month's name, and numbers. 03/04/2026 is read as the rest of its column shows (one
25/04/2026 makes all of them day-first; 3.4.2026 always is), else needs --date-format, such as DD/MM/YYYY.

People are found by email address, id or name; those found by name only are listed before the import. Authors and
reporters are found by name only with --trust-names, since anyone can take a name. --people-map takes a file with a name
and a member on each line (CSV; or JSON: {"ada": "ada@example.com"}), the second empty for no one; --create people adds
them as members, who get no mail.

History: createdAt, startedAt, completedAt and reporter are taken over with an admin's token. completedAt counts where
the status is a completed one, or where nothing else says how far a story is.

Statuses: a value becomes the status of that name, or the first of the category it usually means (Final: completed);
--status-map names others, as status or category: --status-map '"April Fool!"=cancelled,*=backlog'

Sprints and objectives are found by name in the row's team, and never guessed:
  --map sprint=milestone --map objective=epic --create sprints,objectives
A sprint that is created lasts as --sprint-dates, sprintStart and sprintEnd say, else from the first to the last date of
its rows, else two weeks from today.

Relations: blocks, blockedBy, relatesTo, duplicates and duplicatedBy name other rows by their keys. Of a list of links
a path takes those of some types:
  --map 'blockedBy=links[type=depends].key' --map 'relatesTo=links[type=related,see].key'
Rows of files that are imported together relate to each other. What names no row is left out, with a line in the report.

Rows are sent with ${ROWS_PER_REQUEST} rows per request, those of a team in the order of the file, and parents before their children.
With --from, PAY-2 stays PAY-2 in a team that the import makes: it takes the code of the keys, if all have the same.

External ids: with --source and --source-url (or --map externalSource, externalId and externalUrl), stories carry what
they are called in the other tool: their externalId is the key, if no column is mapped to it.
Importing such rows again makes nothing twice: stories that are there are left as they are, or with --update become what
the rows say, with their comments. A field that the file has and a row has no value for is cleared; dates of creation and
completion stay as the first import set them.

Custom fields: --map cf.KEY=COLUMN --create fields makes those that are missing, of the type that all values fit.

A folder of plotline export is recreated (--from plotline) with an admin's token, best in an empty workspace: teams,
fields, members, stories with their numbers, comments, files and what else it has. Run again, it continues. Of the other
options it takes --dry-run, --report, --yes and --json.

Running it again completes what is missing and makes nothing twice: rows are remembered by the import's --name and their
keys. After plotline undo, it imports what is gone again. It ends with 1 where rows were refused, 130 if interrupted.

The token comes from PLOTLINE_TOKEN, --token-file or, for the local service, its demo workspace, never from the command line.`;

const collect = (value: string, all: string[] = []): string[] => [...all, value];

const nothingAsked = { list: [], map: [], statusMap: [], priorityMap: [], create: [] };

const asCreatable = (text: string): Creatable[] =>
  asList(text).flatMap((name): Creatable | Creatable[] => {
    if (name.toLowerCase() === 'all') return [...creatable];
    // The word of the API for people.
    if (name.toLowerCase() === 'members') return 'people';
    const known = creatable.find((what) => what === name.toLowerCase());
    if (known) return known;
    throw new InvalidArgumentError(`It cannot create ${name}; ${didYouMean(name, [...creatable, 'all'])}`);
  });

interface ImportCommandOptions extends ImportOptions, Omit<DownloadOptions, 'from'> {
  token?: string;
  workspace?: string;
}

export function importCommand(program: Command): void {
  withAccess(program.command('import <files...>'))
    .description(
      'import stories and their relations from JSON, JSON Lines, CSV or a workbook of Excel (- reads standard input) or from an address of GitHub or Jira, or recreate the folder of an export, through the REST API',
    )
    .option('-w, --workspace <workspace>', 'that of the token, by slug, name or id; others are refused')
    .addOption(new Option('--token <token>').hideHelp())
    .addOption(
      new Option('--from <tracker>', 'the tracker that exported the file').choices([
        ...presetNames,
        'plotline',
      ]),
    )
    .option('--jql <query>', "which issues to read at an address of Jira (default: the project's)")
    .option('--download-to <folder>', 'where issues read from an address are stored (default: this folder)')
    .addOption(
      new Option('--format <format>', 'the format of the file, if its name does not show it').choices(
        formats,
      ),
    )
    .option('--list <columns>', 'columns that contain comma-separated lists', asList)
    .option('-m, --map <field=expression>', 'the source of a field; repeat for each field', collect)
    .option('--status-map <value=status,…>', 'maps values to statuses', collect)
    .option('--priority-map <value=priority,…>', 'maps values to priorities', collect)
    .option('--create <what>', `what to create if missing: ${creatable.join(',')} or all`, asCreatable)
    .option('--sprint-dates <start..end>', 'of created sprints (default: from their rows)')
    .option('--date-format <format>', 'for ambiguous dates, such as DD/MM/YYYY')
    .option('--time-zone <zone>', 'of times without one (default: UTC, or that of your working hours)')
    .option('--people-map <file>', 'maps names in the file to members, as CSV or JSON')
    .option('--trust-names', 'who has the name of a member is that member, also as an author')
    .option('--strict', 'refuse rows with invalid optional values instead of omitting the values')
    .option('--source <name>', 'the tool that rows come from, such as jira, to find their stories again')
    .option('--source-url <url>', 'the address of a row there, with {id} in it')
    .option('--update', 'write what differs to stories that are there; otherwise they are left as they are')
    .option('--archived', 'import what was archived as archived stories')
    .option('--name <name>', 'of this import; a different name imports everything again (default: the file)')
    .option('--portal <portal>', 'make ideas of this portal of the rows, not stories')
    .option('--board <board>', 'of the portal, by name (default: its first)')
    .option('--dry-run', 'only show what would happen')
    .option('--concurrency <number>', 'rows processed concurrently, 1 to 100', asNumber(1, 100), 40)
    .option('--report <file>', 'write as JSON Lines: the story of each row, and all that is left out')
    .option('-y, --yes', 'skip the confirmation; required without a terminal')
    .option('--json', 'print the plan of a dry run, or the summary, as JSON')
    .addHelpText('after', closingHelp(help))
    .action(async (sources: string[], given: ImportCommandOptions) => {
      const { token, jql, downloadTo, workspace, ...options } = given;
      if (token !== undefined) {
        throw refuseToken('in PLOTLINE_TOKEN or with --token-file');
      }
      if (workspace !== undefined) await assertWorkspace(workspace, options);
      const files: string[] = [];
      const download = { from: options.from, jql, downloadTo };
      for (const source of sources) {
        files.push(isAddress(source) ? await downloadIssues(source, download, process.env) : source);
      }
      process.exitCode = await runImport(files, { ...nothingAsked, ...options });
    });
}
