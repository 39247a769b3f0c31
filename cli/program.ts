import { Command, type Argument, type CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { closestNames } from '../shared/kernel/core/nearest.ts';
import { fromSources, OperatorsOnly, outline, type OutlinedCommand } from './core/bundled.ts';
import { closingHelp } from './core/closing-help.ts';
import { writeError, writeOutput } from './core/terminal.ts';

const examples = `
Examples:
  plotline workspaces create "Acme Inc" --slug acme
  plotline teams create Engineering --code ENG
  plotline members create ada@example.com --name Ada --role admin --teams ENG
  plotline tokens create --member ada@example.com --name CI --read-only
  plotline import stories.csv --dry-run
  plotline undo 0f8fad5b-d9cb-469f-a165-70867728950e --dry-run
  plotline stories create "Log in by mail" --team ENG
  plotline stories list --team ENG --status "In Progress"
  plotline stories list "assignee:me is:open sort:-priority"
  plotline search "log in"
  plotline stories move ENG-17 Done
  plotline history ENG-17
  plotline relations create ENG-17 blocks ENG-18
  plotline objectives list
  plotline hours set ada@example.com --days "mon-fri 09:00-17:30"
  plotline schedule ada@example.com
  plotline schedule preview ENG-17 --due 2026-12-01
  plotline sync mirror --once
  plotline export copy --csv

plotline COMMAND --help says more of each. Times are in UTC.
Members sign in with plotline login, or set PLOTLINE_TOKEN and
PLOTLINE_URL; the same commands then use the API. Operators
name a table with --stack, --table or --local; without a login
it is that of the local service (npm start) in PLOTLINE_HOME,
default .local. Name a workspace with --workspace or
PLOTLINE_WORKSPACE where there are several.`;

type AddCommands = (program: Command) => void;

const loadAll = (): Promise<Command> => createProgram([], null);

type CommandGroup = readonly [names: string[], load: () => Promise<AddCommands>];

/**
 * The commands, in the groups and the order of the help, by name and aliases. Only the one that is used is loaded: all of
 * them take three times as long.
 */
const groups: Readonly<Record<string, readonly CommandGroup[]>> = {
  Plan: [
    [['stories', 'story'], async () => (await import('./commands/stories.ts')).storiesCommand],
    [['search'], async () => (await import('./commands/search.ts')).searchCommand],
    [
      ['statuses', 'status', 'objectives', 'objective', 'key-results', 'key-result', 'sprints', 'sprint'],
      async () => (await import('./commands/planning.ts')).planningCommands,
    ],
    [
      ['objective-updates', 'objective-update'],
      async () => (await import('./commands/objective-updates.ts')).objectiveUpdatesCommand,
    ],
    [['labels', 'label'], async () => (await import('./commands/labels.ts')).labelsCommand],
    [['relations', 'relation'], async () => (await import('./commands/relations.ts')).relationsCommand],
    [['views', 'view'], async () => (await import('./commands/views.ts')).viewsCommand],
    [['proposals', 'proposal'], async () => (await import('./commands/proposals.ts')).proposalsCommand],
    [['history'], async () => (await import('./commands/history.ts')).historyCommand],
    [['triage'], async () => (await import('./commands/triage.ts')).triageCommand],
    [['templates', 'template'], async () => (await import('./commands/templates.ts')).templatesCommand],
    [['recurring'], async () => (await import('./commands/recurring.ts')).recurringCommand],
    [
      ['custom-fields', 'custom-field'],
      async () => (await import('./commands/custom-fields.ts')).customFieldsCommand,
    ],
    [
      ['attachments', 'attachment'],
      async () => (await import('./commands/attachments.ts')).attachmentsCommand,
    ],
  ],
  Time: [
    [['cadence'], async () => (await import('./commands/cadence.ts')).cadenceCommand],
    [['schedule'], async () => (await import('./commands/schedule.ts')).scheduleCommand],
    [['hours'], async () => (await import('./commands/hours.ts')).hoursCommand],
    [['time'], async () => (await import('./commands/time.ts')).timeCommand],
    [['time-off'], async () => (await import('./commands/time-entries.ts')).timeOffCommand],
    [['busy'], async () => (await import('./commands/time-entries.ts')).busyCommand],
  ],
  'People and access': [
    [['login', 'logout', 'whoami'], async () => (await import('./commands/login.ts')).loginCommands],
    [['workspaces', 'workspace'], async () => (await import('./commands/workspaces.ts')).workspacesCommand],
    [['members', 'member'], async () => (await import('./commands/members.ts')).membersCommand],
    [['teams', 'team'], async () => (await import('./commands/teams.ts')).teamsCommand],
    [['tokens', 'token'], async () => (await import('./commands/tokens.ts')).tokensCommand],
    [
      ['service-accounts', 'service-account'],
      async () => (await import('./commands/service-accounts.ts')).serviceAccountsCommand,
    ],
    [
      ['identity-providers', 'identity-provider'],
      async () => (await import('./commands/identity-providers.ts')).identityProvidersCommand,
    ],
    [
      ['notifications', 'notification'],
      async () => (await import('./commands/notifications.ts')).notificationsCommand,
    ],
    [['audit'], async () => (await import('./commands/audit.ts')).auditCommand],
  ],
  Feedback: [
    [['portals', 'portal'], async () => (await import('./commands/portals.ts')).portalsCommand],
    [
      ['feedback-items', 'items'],
      async () => (await import('./commands/feedback-items.ts')).feedbackItemsCommand,
    ],
    [['feedback'], async () => (await import('./commands/feedback.ts')).feedbackCommand],
    [
      ['feedback-updates', 'updates'],
      async () => (await import('./commands/feedback-updates.ts')).feedbackUpdatesCommand,
    ],
  ],
  'Move data': [
    [['import'], async () => (await import('./commands/import.ts')).importCommand],
    [['export'], async () => (await import('./commands/export.ts')).exportCommand],
    [['changes'], async () => (await import('./commands/changes.ts')).changesCommand],
    [['watch'], async () => (await import('./commands/watch.ts')).watchCommand],
    [['undo'], async () => (await import('./commands/undo.ts')).undoCommand],
    [['sync'], async () => (await import('./commands/sync.ts')).syncCommand],
  ],
  Connect: [
    [['api'], async () => (await import('./commands/api.ts')).apiCommand],
    [['webhooks'], async () => (await import('./commands/webhooks.ts')).webhooksCommand],
    [['hooks', 'hook'], async () => (await import('./commands/hooks.ts')).hooksCommand],
  ],
  Operate: [
    [['projections'], async () => (await import('./operate/projections.ts')).projectionsCommand],
    [['rebuild'], async () => (await import('./operate/rebuild.ts')).rebuildCommand],
    [['recount'], async () => (await import('./operate/recount.ts')).recountCommand],
    [['mail'], async () => (await import('./operate/mail.ts')).mailCommand],
    [['keys'], async () => (await import('./operate/keys.ts')).keysCommand],
    [['digest'], async () => (await import('./operate/digest.ts')).digestCommand],
    [['restore-finish'], async () => (await import('./operate/restore-finish.ts')).restoreFinishCommand],
  ],
  Other: [
    [['completion'], async () => (await import('./commands/completion.ts')).completionCommand(loadAll)],
  ],
};

/** How a command is called: `completion <bash|zsh|fish>`. */
const usageOf = (command: Command): string =>
  [
    ...(command.parent?.parent ? [command.parent.name()] : []),
    command.name(),
    ...command.registeredArguments.map((argument) =>
      argument.argChoices ? `<${argument.argChoices.join('|')}>` : termOf(argument),
    ),
  ].join(' ');

/** The options that a command cannot do without: `--slug <slug>`. */
const neededBy = ({ options }: Command): string[] =>
  options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags.replace(/^-\w, /, ''));

/** The command that the arguments name, as far as they name one. */
export function calledBy(program: Command, args: readonly string[]): Command {
  let command = program;
  for (const arg of args) {
    const below = command.commands.find((one) => one.name() === arg || one.aliases().includes(arg));
    if (!below) break;
    command = below;
  }
  return command;
}

/** The longest path of a command: `plotline stories list`. */
const pathOf = (command: Command): string =>
  (command.parent ? [pathOf(command.parent), command.name()] : [command.name()]).join(' ');

const didYouMean = (names: readonly string[], otherwise: string): string =>
  names.length === 0
    ? ` (${otherwise})`
    : `\n(Did you mean ${names.length > 1 ? 'one of ' : ''}${names.join(', ')}?)`;

/** A parser error with what was meant, if that is near, or else with where to look. */
function explained(program: Command, args: readonly string[], text: string): string {
  const called = calledBy(program, args);
  const all = called.parent
    ? `${pathOf(called)} has ${called.commands.map((one) => one.name()).join(', ')}`
    : 'plotline --help lists the commands';
  const [, command] = /unknown command '([^']*)'\s*$/.exec(text) ?? [];
  if (command !== undefined) {
    const names = called.commands.map((one) => one.name());
    return `${text.trimEnd()}${didYouMean(closestNames(command, names), all)}\n`;
  }
  if (/unknown option '(-w|--workspace)'/.test(text)) {
    const has = (name: string) => called.options.some(({ long }) => long === name);
    const isOfToken = has('--token-file') && !has('--table');
    return `${text.trimEnd()} (${isOfToken ? 'its workspace is that of the token' : `${pathOf(called)} is not about one workspace`})\n`;
  }
  if (/unknown option '-[^-'][^']+'/.test(text))
    return `${text.trimEnd()} (put -- before words that begin with a -, after all options)\n`;
  const [, option] = /unknown option '--([^'=]*)[^']*'\s*$/.exec(text) ?? [];
  if (option !== undefined) {
    const known = called.options.flatMap(({ long }) => (long ? [long.slice(2)] : []));
    const near = closestNames(option, known).map((name) => `--${name}`);
    return `${text.trimEnd()}${didYouMean(near, called.commands.length > 0 ? all : `${pathOf(called)} --help lists them`)}\n`;
  }
  // What is no command is an argument of the one that runs without a name.
  if (/Expected \d+ arguments? but got/.test(text) && called.commands.length > 0)
    return `${text.trimEnd()} (${all})\n`;
  const { words } = /Expected 1 argument but got \d+: (?<words>.+)\.\s*$/s.exec(text)?.groups ?? {};
  if (words !== undefined) {
    const quoted = JSON.stringify(words.replaceAll(', ', ' '));
    return `${text.trimEnd()} (put words that belong together into quotes: ${quoted}; for several, run it once for each)\n`;
  }
  if (/missing required argument|required option/.test(text) && called.parent)
    return `${text.trimEnd()} (usage: plotline ${[usageOf(called), ...neededBy(called)].join(' ')})\n`;
  return text;
}

/** The problem with the arguments, without the parser's prefix. */
export const usageMessage = (
  { code, message }: CommanderError,
  program: Command,
  args: readonly string[],
): string =>
  code === 'commander.help'
    ? 'A command is missing; --help lists them.'
    : explained(program, args, message)
        .trimEnd()
        .replace(/^error: /, '');

/** How narrow the descriptions of help may become, in characters, before they are no longer wrapped. */
const HELP_WIDTH_MIN = 20;

export const termOf = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

/** Adds commands that only the help of all of them lists. */
function addOutlined(program: Command, all: readonly OutlinedCommand[]): void {
  for (const { group, name, aliases, description, args } of all) {
    program.commandsGroup(group);
    program
      .command([name, ...args].join(' '))
      .aliases([...aliases])
      .description(description);
  }
}

/**
 * The command line for these arguments: the command that they name, or all commands. Parsing runs the command; errors
 * are CommandErrors or commander's own. Where none is named, `outlined` spares loading all of them.
 */
export async function createProgram(
  args: readonly string[] = [],
  outlined: readonly OutlinedCommand[] | null = outline,
): Promise<Command> {
  const program: Command = new Command('plotline')
    .description(
      'Set up and fill a Plotline service: workspaces, people, teams, stories, tokens and imports.',
    )
    .addHelpText('after', closingHelp(examples))
    .exitOverride()
    // Ours know what is near, and no alias.
    .showSuggestionAfterError(false)
    .version(packageJson.version)
    .configureOutput({
      writeOut: writeOutput,
      // With --json, errors are JSON instead.
      writeErr: args.includes('--json') ? () => undefined : writeError,
      outputError: (text, write) => write(explained(program, args, text)),
    })
    .configureHelp({
      showGlobalOptions: false,
      minWidthToWrap: HELP_WIDTH_MIN,
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(termOf)].join(' '),
    });
  const all = Object.entries(groups).flatMap(([title, loaded]) =>
    loaded.map((one) => [title, ...one] as const),
  );
  const named = all.filter(([, names]) => names.includes(args[0] ?? ''));
  if (named.length === 0 && outlined) addOutlined(program, outlined);
  else
    for (const [title, , load] of named.length > 0 ? named : all) {
      program.commandsGroup(`${title}:`);
      const add = await load().catch((error: unknown) => {
        if (named.length === 0 && error instanceof OperatorsOnly && !fromSources()) return undefined;
        throw error;
      });
      add?.(program);
    }
  // The command "help" is in the group of the last one.
  return program.helpCommand(true);
}
