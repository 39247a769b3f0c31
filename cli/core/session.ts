import { Option, type Command, type CommandOptions } from 'commander';
import { resolveWorkspace } from './find.ts';
import { createWorkspaceOperations, type WorkspaceOperations } from '../workspace-operations.ts';
import { createOperator, type Operator } from '../operator.ts';
import type { OperatorSettings } from './operations.ts';
import { createOutput, type CommandOutput } from './output.ts';
import { explainTargetError, findSettings, openTarget, type TargetOptions } from './target.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

/** Options of every command that uses a table. */
export interface CommonOptions extends TargetOptions {
  json?: boolean;
}

interface Session {
  /** The table that the command uses. */
  database: Database;
  operator: Operator;
  output: CommandOutput;
  /** What operations follow of the deployment's configuration. */
  settings: OperatorSettings;
}

/** Adds a command that uses a table, with the shared options. */
export function tableCommand(
  parent: Command,
  usage: string,
  description: string,
  options: CommandOptions = {},
): Command {
  return parent
    .command(usage, options)
    .description(description)
    .option('--json', 'print JSON')
    .addOption(new Option('--local', 'the local service (default)').helpGroup('Where:'))
    .addOption(
      new Option('--stack <name>', 'a deployed data stack, Plotline-<environment>-data').helpGroup('Where:'),
    )
    .addOption(new Option('--table <name>', 'a deployed table by its name').helpGroup('Where:'));
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
    await run({ ...session, operations: createWorkspaceOperations(session.operator, workspace) });
  });

/** Opens the target of the options, runs the command and closes it. */
export async function withSession(
  options: CommonOptions,
  run: (session: Session) => Promise<void>,
): Promise<void> {
  const database = await openTarget(options);
  try {
    const settings = await findSettings(options);
    const operator = createOperator(database, undefined, settings);
    await run({ database, operator, settings, output: createOutput(options.json ?? false) });
  } catch (error) {
    throw explainTargetError(error, database.tableName) ?? error;
  } finally {
    database.client.destroy();
  }
}
