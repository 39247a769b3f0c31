import { hostname, userInfo } from 'node:os';
import {
  AUDIT_RETENTION_VARIABLE,
  OPERATOR_VARIABLE,
} from '../../shared/kernel/api/operation/audit-trail-store.ts';
import { RATE_LIMITS_VARIABLE } from '../../shared/kernel/api/limits/rate-limits.ts';
import { CELL_VARIABLE } from '../../shared/kernel/core/cell.ts';
import { ATTACHMENT_BUCKET_VARIABLE } from '../../shared/kernel/core/file-bucket.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { CommandError } from './command-error.ts';
import { findRunning, homeFolder, useLocalEndpoints } from './local-service.ts';
import type { OperatorSettings } from './operations.ts';
import { findStackOutputs, findStackTable } from './stack-table.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

/** Which deployment a command uses. */
export interface TargetOptions {
  local?: boolean;
  stack?: string;
  table?: string;
}

/**
 * Returns the table of the given stack or table name, or of the local service. Throws a CommandError if there
 * is none.
 */
export async function openTarget({ local, stack, table }: TargetOptions): Promise<Database> {
  if ([local, stack, table].filter(Boolean).length > 1) {
    throw new CommandError('Use only one of --local, --stack and --table.');
  }
  if (table) return createDatabase(table);
  if (stack) return createDatabase(await findStackTable(stack));
  return localDatabase();
}

/** Returns what operations follow of the deployment's configuration: the variable of the shell, or the stack's output. */
export async function findSettings({ stack, table }: TargetOptions): Promise<OperatorSettings> {
  const outputs = stack === undefined ? undefined : await findStackOutputs(stack);
  const settings = {
    [OPERATOR_VARIABLE]: operatorName(),
    [AUDIT_RETENTION_VARIABLE]: process.env[AUDIT_RETENTION_VARIABLE] ?? outputs?.get('AuditRetentionDays'),
    [RATE_LIMITS_VARIABLE]:
      process.env[RATE_LIMITS_VARIABLE] ??
      (stack || table ? outputs?.get('RateLimits') : findRunning(homeFolder())?.rateLimits),
    [CELL_VARIABLE]: process.env[CELL_VARIABLE] ?? outputs?.get('Cell'),
    [ATTACHMENT_BUCKET_VARIABLE]:
      process.env[ATTACHMENT_BUCKET_VARIABLE] ??
      (stack || table ? outputs?.get('AttachmentBucket') : localBucket()),
  };
  const set = Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set);
}

/** The bucket of files of the local service, whose endpoint the SDK gets. */
function localBucket(): string | undefined {
  const { buckets } = findRunning(homeFolder()) ?? {};
  if (buckets) useLocalEndpoints({ S3: buckets.endpoint });
  return buckets?.names['Attachments'];
}

/** Characters of an operator's name in the audit trail. */
const OPERATOR_MAX_CHARACTERS = 200;

/**
 * The user of the command line: from the shell's variable, or the user and host of the machine, and the profile of AWS.
 */
function operatorName(): string {
  const { [OPERATOR_VARIABLE]: named, AWS_PROFILE: profile } = process.env;
  const name = named ?? `${userInfo().username}@${hostname()}${profile ? ` (${profile})` : ''}`;
  return name.slice(0, OPERATOR_MAX_CHARACTERS);
}

/** Returns the table of the local service. Throws a CommandError if it is not running. */
export function localDatabase(): Database {
  const home = homeFolder();
  const { dynamodbEndpoint, tableName, credentials } = findRunning(home) ?? {};
  if (!dynamodbEndpoint || !tableName || !credentials) {
    throw new CommandError(
      `No local service is running in ${home}: start one with npm start, set PLOTLINE_HOME to its ` +
        'folder, use a deployed one with --stack or --table, or sign in as a member with plotline login.',
    );
  }
  return createDatabase(tableName, { endpoint: dynamodbEndpoint, region: 'local', credentials });
}

const refusals = [
  'AccessDeniedException',
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'ExpiredTokenException',
];

/** Translates SDK errors about the target for an operator; undefined for other errors. */
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
    return new CommandError(
      'The database does not respond; check that the service is running and reachable.',
    );
  }
  return undefined;
}
