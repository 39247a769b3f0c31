import { Option, type Command } from 'commander';
import { findWorkspace } from './find.ts';
import { hereIn, type Here } from '../here.ts';
import { createOperator, type Operator } from '../operator.ts';
import { createOutput, type Output } from './output.ts';
import { explainTargetError, openTarget, type TargetOptions } from './target.ts';
import type { Database } from '../../../shared/core/database.ts';

/** The options that every command on a table has. */
export interface CommonOptions extends TargetOptions {
  json?: boolean;
}

export interface Session {
  /** The table that the command works on. */
  database: Database;
  operator: Operator;
  output: Output;
}

/** Adds a command on a table, with the options that all of them share. */
export function tableCommand(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .option('--json', 'print JSON')
    .addOption(new Option('--local', 'the local service (the default)').helpGroup('Where:'))
    .addOption(
      new Option('--stack <name>', 'a deployed data stack, Plotline-<environment>-data').helpGroup('Where:'),
    )
    .addOption(new Option('--table <name>', 'a deployed table by its own name').helpGroup('Where:'));
}

/** The options of a command that works in a workspace. */
export interface WorkspaceOptions extends CommonOptions {
  workspace?: string;
}

export interface WorkspaceSession extends Session {
  here: Here;
}

/** Adds a command that works in a workspace. */
export const workspaceCommand = (parent: Command, usage: string, description: string): Command =>
  tableCommand(parent, usage, description).option('-w, --workspace <workspace>', 'by slug or id');

/** As withSession, in the workspace that the options name. */
export const withWorkspace = (
  options: WorkspaceOptions,
  run: (session: WorkspaceSession) => Promise<void>,
): Promise<void> =>
  withSession(options, async (session) => {
    const workspace = await findWorkspace(session.operator, options.workspace);
    await run({ ...session, here: hereIn(session.operator, workspace) });
  });

/** Opens what the options name, runs the command on it, and closes it. */
export async function withSession(
  options: CommonOptions,
  run: (session: Session) => Promise<void>,
): Promise<void> {
  const database = await openTarget(options);
  try {
    await run({ database, operator: createOperator(database), output: createOutput(options.json ?? false) });
  } catch (error) {
    throw explainTargetError(error, database.tableName) ?? error;
  } finally {
    database.client.destroy();
  }
}
