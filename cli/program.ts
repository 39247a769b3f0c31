import { Command, type CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { writeError, writeOutput } from './core/terminal.ts';

const examples = `
Examples:
  plotline workspaces create "Acme Inc" --slug acme
  plotline teams create Engineering --code ENG
  plotline members create ada@example.com --name "Ada Lovelace" --role admin --teams ENG
  plotline tokens create --member ada@example.com --name CI --scopes stories:read,stories:write --days 30
  plotline import stories.csv --dry-run
  plotline stories create "Log in by mail" --team ENG --by ada@example.com --assignee ada@example.com
  plotline stories list --team ENG --status "In Progress"
  plotline stories list "assignee:me is:open sort:-priority" --by ada@example.com
  plotline search "log in"
  plotline stories move ENG-17 Done
  plotline history ENG-17
  plotline relations create ENG-17 blocks ENG-18
  plotline objectives list
  plotline hours set ada@example.com --days "mon-fri 09:00-12:30 13:30-17:00" --zone Europe/Berlin
  plotline schedule ada@example.com
  plotline schedule preview ENG-17 --due 2026-12-01
  plotline sync mirror --once
  plotline export copy --csv
  plotline recount --fix

Without --stack or --table a command works on the local service (npm start) in PLOTLINE_HOME, default .local.
A workspace is named with --workspace or PLOTLINE_WORKSPACE; where there is only one, it need not be.`;

type AddCommands = (program: Command) => void;

/**
 * The commands, in the order of the help, by name and aliases. Only the one that is used is loaded: all of them take
 * three times as long.
 */
const commands: readonly [names: string[], load: () => Promise<AddCommands>][] = [
  [['workspaces', 'workspace'], async () => (await import('./commands/workspaces.ts')).workspacesCommand],
  [['members', 'member'], async () => (await import('./commands/members.ts')).membersCommand],
  [['teams', 'team'], async () => (await import('./commands/teams.ts')).teamsCommand],
  [['labels', 'label'], async () => (await import('./commands/labels.ts')).labelsCommand],
  [
    ['custom-fields', 'custom-field'],
    async () => (await import('./commands/custom-fields.ts')).customFieldsCommand,
  ],
  [['templates', 'template'], async () => (await import('./commands/templates.ts')).templatesCommand],
  [['recurring'], async () => (await import('./commands/recurring.ts')).recurringCommand],
  [['stories', 'story'], async () => (await import('./commands/stories.ts')).storiesCommand],
  [['attachments', 'attachment'], async () => (await import('./commands/attachments.ts')).attachmentsCommand],
  [['search'], async () => (await import('./commands/search.ts')).searchCommand],
  [['history'], async () => (await import('./commands/history.ts')).historyCommand],
  [['audit'], async () => (await import('./commands/audit.ts')).auditCommand],
  [['relations', 'relation'], async () => (await import('./commands/relations.ts')).relationsCommand],
  [['views', 'view'], async () => (await import('./commands/views.ts')).viewsCommand],
  [
    ['statuses', 'status', 'objectives', 'objective', 'key-results', 'key-result', 'sprints', 'sprint'],
    async () => (await import('./commands/planning.ts')).planningCommands,
  ],
  [
    ['objective-updates', 'objective-update'],
    async () => (await import('./commands/objective-updates.ts')).objectiveUpdatesCommand,
  ],
  [
    ['notifications', 'notification'],
    async () => (await import('./commands/notifications.ts')).notificationsCommand,
  ],
  [['cadence'], async () => (await import('./commands/cadence.ts')).cadenceCommand],
  [['schedule'], async () => (await import('./commands/schedule.ts')).scheduleCommand],
  [['hours'], async () => (await import('./commands/hours.ts')).hoursCommand],
  [['triage'], async () => (await import('./commands/triage.ts')).triageCommand],
  [['time'], async () => (await import('./commands/time.ts')).timeCommand],
  [['time-off'], async () => (await import('./commands/time-entries.ts')).timeOffCommand],
  [['busy'], async () => (await import('./commands/time-entries.ts')).busyCommand],
  [['tokens', 'token'], async () => (await import('./commands/tokens.ts')).tokensCommand],
  [
    ['service-accounts', 'service-account'],
    async () => (await import('./commands/service-accounts.ts')).serviceAccountsCommand,
  ],
  [
    ['identity-providers', 'identity-provider'],
    async () => (await import('./commands/identity-providers.ts')).identityProvidersCommand,
  ],
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
  [['import'], async () => (await import('./commands/import.ts')).importCommand],
  [['export'], async () => (await import('./commands/export.ts')).exportCommand],
  [['sync'], async () => (await import('./commands/sync.ts')).syncCommand],
  [['restore-finish'], async () => (await import('./commands/restore-finish.ts')).restoreFinishCommand],
  [['rebuild'], async () => (await import('./commands/rebuild.ts')).rebuildCommand],
  [['digest'], async () => (await import('./commands/digest.ts')).digestCommand],
  [['keys'], async () => (await import('./commands/keys.ts')).keysCommand],
  [['mail'], async () => (await import('./commands/mail.ts')).mailCommand],
  [['recount'], async () => (await import('./commands/recount.ts')).recountCommand],
  [['projections'], async () => (await import('./commands/projections.ts')).projectionsCommand],
  [['hooks', 'hook'], async () => (await import('./commands/hooks.ts')).hooksCommand],
  [['webhooks'], async () => (await import('./commands/webhooks.ts')).webhooksCommand],
  [['completion'], async () => (await import('./commands/completion.ts')).completionCommand(createProgram)],
];

/** A parser error that suggests commands by name, where the parser suggests aliases. */
const withNouns = ({ commands }: Command, text: string): string =>
  text.replace(/(?<=\(Did you mean )(.*)(?=\?\))/, (proposed) =>
    proposed.replaceAll(/[\w-]+/g, (name) => {
      const found = commands.find((command) => command.aliases().includes(name));
      return found?.name() ?? name;
    }),
  );

/** The problem with the arguments, in one sentence without the parser's prefix. */
export const usageMessage = ({ code, message }: CommanderError): string =>
  code === 'commander.help' ? 'A command is missing; --help lists them.' : message.replace(/^error: /, '');

/**
 * The command line for these arguments: the command that they name, or all commands. Parsing runs the command; errors
 * are CommandErrors or commander's own.
 */
export async function createProgram(args: readonly string[] = []): Promise<Command> {
  const program: Command = new Command('plotline')
    .description(
      'Set up and fill a Plotline service: workspaces, people, teams, stories, tokens and imports.',
    )
    .addHelpText('after', examples)
    .exitOverride()
    .version(packageJson.version)
    .configureOutput({
      writeOut: writeOutput,
      // With --json, errors are JSON instead.
      writeErr: args.includes('--json') ? () => undefined : writeError,
      outputError: (text, write) => write(withNouns(program, text)),
    })
    .configureHelp({ showGlobalOptions: false });
  const named = commands.filter(([names]) => names.includes(args[0] ?? ''));
  for (const [, load] of named.length > 0 ? named : commands) (await load())(program);
  return program;
}
