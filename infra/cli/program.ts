import { Command } from 'commander';
import { cadenceCommand } from './commands/cadence.ts';
import { feedbackCommand } from './commands/feedback.ts';
import { feedbackItemsCommand } from './commands/feedback-items.ts';
import { feedbackUpdatesCommand } from './commands/feedback-updates.ts';
import { digestCommand } from './commands/digest.ts';
import { auditCommand } from './commands/audit.ts';
import { historyCommand } from './commands/history.ts';
import { importCommand } from './commands/import.ts';
import { keysCommand } from './commands/keys.ts';
import { labelsCommand } from './commands/labels.ts';
import { mailCommand } from './commands/mail.ts';
import { membersCommand } from './commands/members.ts';
import { planningCommands } from './commands/planning.ts';
import { portalsCommand } from './commands/portals.ts';
import { projectionsCommand } from './commands/projections.ts';
import { rebuildCommand } from './commands/rebuild.ts';
import { recountCommand } from './commands/recount.ts';
import { relationsCommand } from './commands/relations.ts';
import { hoursCommand } from './commands/hours.ts';
import { scheduleCommand } from './commands/schedule.ts';
import { searchCommand } from './commands/search.ts';
import { busyCommand, timeOffCommand } from './commands/time-entries.ts';
import { serviceAccountsCommand } from './commands/service-accounts.ts';
import { syncCommand } from './commands/sync.ts';
import { teamsCommand } from './commands/teams.ts';
import { storiesCommand } from './commands/stories.ts';
import { tokensCommand } from './commands/tokens.ts';
import { viewsCommand } from './commands/views.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import { workspacesCommand } from './commands/workspaces.ts';

const examples = `
Examples:
  plotline workspaces create "Acme Inc" --slug acme
  plotline members create ada@example.com --name "Ada Lovelace" --role admin --teams ENG
  plotline tokens create --member ada@example.com --name CI --scopes stories:read,stories:write --days 30
  plotline import stories.csv --dry-run
  plotline stories create "Log in by mail" --team ENG --by ada@example.com --assignee ada@example.com
  plotline stories list --team ENG --status "In Progress"
  plotline stories list "assignee:me is:open sort:-priority"
  plotline search "log in"
  plotline stories move ENG-17 Done
  plotline history ENG-17
  plotline relations create ENG-17 blocks ENG-18
  plotline objectives list
  plotline hours set ada@example.com --days "mon-fri 09:00-12:30 13:30-17:00" --zone Europe/Berlin
  plotline schedule ada@example.com
  plotline schedule preview ENG-17 --due 2026-12-01
  plotline sync mirror --once
  plotline recount --fix

Without --stack or --table a command works on the local service (npm start) in PLOTLINE_HOME, default .local.
A workspace is named with --workspace or PLOTLINE_WORKSPACE; where there is only one, it need not be.`;

/** A parser error that suggests commands by name, where the parser suggests aliases. */
const withNouns = ({ commands }: Command, text: string): string =>
  text.replace(/(?<=\(Did you mean )(.*)(?=\?\))/, (proposed) =>
    proposed.replaceAll(/[\w-]+/g, (name) => {
      const found = commands.find((command) => command.aliases().includes(name));
      return found?.name() ?? name;
    }),
  );

/** The complete command line. Parsing runs the command; errors are CommandErrors or commander's own. */
export function createProgram(): Command {
  const program: Command = new Command('plotline')
    .description(
      'Set up and fill a Plotline service: workspaces, people, teams, stories, tokens and imports.',
    )
    .addHelpText('after', examples)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(withNouns(program, text)) })
    .configureHelp({ showGlobalOptions: false });
  for (const add of [
    workspacesCommand,
    membersCommand,
    teamsCommand,
    labelsCommand,
    storiesCommand,
    searchCommand,
    historyCommand,
    auditCommand,
    relationsCommand,
    viewsCommand,
    planningCommands,
    cadenceCommand,
    scheduleCommand,
    hoursCommand,
    timeOffCommand,
    busyCommand,
    tokensCommand,
    serviceAccountsCommand,
    portalsCommand,
    feedbackItemsCommand,
    feedbackCommand,
    feedbackUpdatesCommand,
    importCommand,
    syncCommand,
    rebuildCommand,
    digestCommand,
    keysCommand,
    mailCommand,
    recountCommand,
    projectionsCommand,
    webhooksCommand,
  ]) {
    add(program);
  }
  return program;
}
