import { createDatabase } from '../../../shared/db/client.ts';
import { CommandError } from './command-error.ts';
import { findRunning, homeFolder } from './local-service.ts';
import { findStackTable } from './stack-table.ts';
import type { Database } from '../../../shared/core/database.ts';

/** Which deployment a command works on. */
export interface TargetOptions {
  local?: boolean;
  stack?: string;
  table?: string;
}

/**
 * The table a command works on: of the stack or table named, else of the local service. Throws CommandError
 * when there is none.
 */
export async function openTarget({ local, stack, table }: TargetOptions): Promise<Database> {
  if ([local, stack, table].filter(Boolean).length > 1) {
    throw new CommandError('Name one of --local, --stack and --table.');
  }
  if (table) return createDatabase(table);
  if (stack) return createDatabase(await findStackTable(stack));
  return localDatabase();
}

/** The table of the local service. Throws CommandError when none runs. */
export function localDatabase(): Database {
  const home = homeFolder();
  const { dynamodbEndpoint, tableName } = findRunning(home) ?? {};
  if (!dynamodbEndpoint || !tableName) {
    throw new CommandError(
      `No local service runs in ${home}: start one with npm start, set PLOTLINE_HOME to its folder, or name a ` +
        'deployed one with --stack or --table.',
    );
  }
  return createDatabase(tableName, {
    endpoint: dynamodbEndpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

const refusals = [
  'AccessDeniedException',
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'ExpiredTokenException',
];

/** What the SDK's own errors mean for an operator, or undefined where they are no matter of the target. */
export function explainTargetError(error: unknown, tableName: string): CommandError | undefined {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name === 'ResourceNotFoundException') {
    return new CommandError(`There is no table ${tableName} in this account and region; check AWS_REGION.`);
  }
  if (name === 'CredentialsProviderError') {
    return new CommandError('There are no AWS credentials: set AWS_PROFILE, or sign in with the AWS CLI.');
  }
  if (name !== undefined && refusals.includes(name)) {
    return new CommandError(`AWS refuses the credentials for the table ${tableName}: ${message ?? name}`);
  }
  if (message === 'Region is missing') return new CommandError('Set AWS_REGION to the region of the table.');
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || name === 'TimeoutError') {
    return new CommandError('The database does not answer; check that the service runs and can be reached.');
  }
  return undefined;
}
