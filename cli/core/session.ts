import { Option, type Command, type CommandOptions } from 'commander';
import { findAccess, namesMember, withAccess, type AccessOptions } from './access.ts';
import { OperatorsOnly, outline } from './bundled.ts';
import { CommandError } from './command-error.ts';
import { resolveWorkspace } from './find.ts';
import { createWorkspaceOperations, type WorkspaceOperations } from '../workspace-operations.ts';
import type { Operator } from '../operator.ts';
import type { OperatorSettings } from './operations.ts';
import { createMember, forOperators } from './member.ts';
import { createOutput, type CommandOutput } from './output.ts';
import type { TargetOptions } from './target.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

/** Options of every command that operators run on a table, and members over the API. */
export interface CommonOptions extends TargetOptions, AccessOptions {
  json?: boolean;
}

interface Session {
  /** The table that the command uses, which members do not. */
  readonly database: Database;
  operator: Operator;
  output: CommandOutput;
  /** What operations follow of the deployment's configuration. */
  settings: OperatorSettings;
}

/** Adds a command with the shared options. */
export function tableCommand(
  parent: Command,
  usage: string,
  description: string,
  options: CommandOptions = {},
): Command {
  const command = parent
    .command(usage, options)
    .description(description)
    .option('--json', 'print JSON')
    .addOption(new Option('--local', 'the local service, as its operator (default)').helpGroup('Where:'))
    .addOption(
      new Option('--stack <name>', 'a deployed data stack, Plotline-<environment>-data').helpGroup('Where:'),
    )
    .addOption(new Option('--table <name>', 'a deployed table by its name').helpGroup('Where:'));
  // Before anything is read, since the command may run again from its sources.
  command.hook('preAction', () => {
    if (outline && !isMember(command.opts())) throw new OperatorsOnly();
  });
  return withAccess(command);
}

/** Options of a command in a workspace. */
export interface WorkspaceOptions extends CommonOptions {
  workspace?: string;
}

export interface WorkspaceSession extends Session {
  operations: WorkspaceOperations;
}

/** Adds a command in a workspace. */
export const workspaceCommand = (
  parent: Command,
  usage: string,
  description: string,
  options?: CommandOptions,
): Command =>
  tableCommand(parent, usage, description, options).option('-w, --workspace <workspace>', 'by slug or id');

/** Like withSession, in the workspace of the options. */
export const withWorkspace = (
  options: WorkspaceOptions,
  run: (session: WorkspaceSession) => Promise<void>,
): Promise<void> =>
  withSession(options, async (session) => {
    const workspace = await resolveWorkspace(session.operator, options.workspace);
    const operations = createWorkspaceOperations(session.operator, workspace);
    // Not spread: asking for the table of a member is an error.
    await run(
      Object.defineProperties({ operations }, Object.getOwnPropertyDescriptors(session)) as WorkspaceSession,
    );
  });

/** Opens the target of the options, runs the command and closes it. Members have none: they use the API. */
export async function withSession(
  options: CommonOptions,
  run: (session: Session) => Promise<void>,
): Promise<void> {
  const output = createOutput(options.json ?? false);
  if (isMember(options)) {
    const operator = createMember(findAccess(options));
    return await run({
      operator,
      output,
      settings: {},
      get database(): Database {
        throw forOperators();
      },
    });
  }
  const { asOperator } = await import('../operate/as-operator.ts');
  await asOperator(options, (session) => run({ ...session, output }));
}

/** Whether a command acts as a member: unless a table is named, where there is a token or a login. */
function isMember(options: CommonOptions): boolean {
  const { local, stack, table, url, tokenFile, profile } = options;
  if (!local && !stack && !table) return namesMember(options);
  if (url === undefined && tokenFile === undefined && profile === undefined) return false;
  throw new CommandError(
    '--url, --token-file and --profile are for members: leave out --local, --stack and --table.',
  );
}
