import type { Database } from '../../shared/kernel/core/database.ts';
import type { OperatorSettings } from '../core/operations.ts';
import { explainTargetError, findSettings, openTarget, type TargetOptions } from '../core/target.ts';
import { createOperator, type Operator } from '../operator.ts';

/** What an operator has who uses a table. */
interface OperatorSession {
  database: Database;
  operator: Operator;
  settings: OperatorSettings;
}

/** Opens the table of the options, runs a command on it and closes it. */
export async function asOperator(
  options: TargetOptions,
  run: (session: OperatorSession) => Promise<void>,
): Promise<void> {
  const database = await openTarget(options);
  try {
    const settings = await findSettings(options);
    await run({ database, operator: createOperator(database, undefined, settings), settings });
  } catch (error) {
    throw explainTargetError(error, database.tableName) ?? error;
  } finally {
    database.client.destroy();
  }
}
