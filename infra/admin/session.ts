import { Option, type Command } from 'commander';
import { createOperator, type Operator } from './operator.ts';
import { createOutput, type Output } from './output.ts';
import { explainTargetError, openTarget, type TargetOptions } from './target.ts';

/** The options that every command on a table has. */
export interface CommonOptions extends TargetOptions {
  json?: boolean;
}

export interface Session {
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

/** Opens what the options name, runs the command on it, and closes it. */
export async function withSession(
  options: CommonOptions,
  run: (session: Session) => Promise<void>,
): Promise<void> {
  const database = await openTarget(options);
  try {
    await run({ operator: createOperator(database), output: createOutput(options.json ?? false) });
  } catch (error) {
    throw explainTargetError(error, database.tableName) ?? error;
  } finally {
    database.client.destroy();
  }
}
