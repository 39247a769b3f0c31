import { ATTACHMENT_BUCKET_VARIABLE } from '../../shared/kernel/core/file-bucket.ts';
import { Option, type Command } from 'commander';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { projections } from '../../shared/surface/workers/projections.ts';
import { UNPROCESSED_PREFIX } from '../../shared/projections/unprocessed-record.ts';
import { project } from '../../shared/projections/project.ts';
import { closingHelp } from '../core/closing-help.ts';
import { CommandError } from '../core/command-error.ts';
import { startProgress } from '../import/progress.ts';
import { findRunning, homeFolder, useLocalEndpoints } from '../core/local-service.ts';
import { createOutput } from '../core/output.ts';
import { recordBucket } from '../core/record-bucket.ts';
import { findStackOutputs } from '../core/stack-table.ts';
import { localDatabase } from '../core/target.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

const help = `
Projections derive counters, feedback statuses and clean-up after deletions from the table's stream. A record that
cannot be processed is stored in a bucket for 29 days and raises an alarm. Once the cause is fixed, this command
processes the stored records again, oldest first, and deletes each object that succeeds. Processing a record twice has
no effect.

The projections: ${projections.map(({ name }) => name).join(', ')}.`;

interface ProjectionsOptions {
  stack?: string;
  json?: boolean;
}

/** `plotline projections …`: recovery after a projection has raised an alarm. */
export function projectionsCommand(program: Command): void {
  const command = program
    .command('projections')
    .description('show and recover records that a projection could not process');
  inStack(command.command('status').description('how many stored records each projection has'))
    .addHelpText(
      'after',
      closingHelp('\nThe exit code is 1 if there are any; the alarm UnprocessedRecords reports them too.'),
    )
    .action(async ({ stack, json = false }: ProjectionsOptions) => {
      const { database, bucket } = stack === undefined ? openLocal() : await openStack(stack);
      const keys = await recordBucket(bucket).list('aws/lambda/', UNPROCESSED_PREFIX);
      const rows = projections.map(({ name }) => ({
        projection: name,
        unprocessed: keys.filter((key) => projectionsOf(key).some((one) => one.name === name)).length,
      }));
      database.client.destroy();
      createOutput(json).list(
        rows,
        {
          projection: ({ projection }) => projection,
          'unprocessed records': ({ unprocessed }) => unprocessed,
        },
        '',
      );
      if (keys.length > 0) process.exitCode = 1;
    });
  inStack(command.command('replay').description('process stored stream records again'))
    .addHelpText('after', closingHelp(help))
    .action(async ({ stack, json = false }: ProjectionsOptions) => {
      const { objects, records } = await replayProjections(stack);
      const output = createOutput(json);
      if (json) output.record({ objects, records }, {});
      else if (objects === 0) output.done('There are no stored records.');
      else output.done(`Processed ${records} records from ${objects} objects.`);
    });
}

/**
 * Processes the stored records of a projections stack, or of the local service, and deletes them. Records of changes after
 * `until` are only deleted.
 */
export async function replayProjections(
  stack: string | undefined,
  until?: Date,
): Promise<{ objects: number; records: number }> {
  const { database, bucket } = stack === undefined ? openLocal() : await openStack(stack);
  const stored = recordBucket(bucket);
  const keys = await stored.list('aws/lambda/', UNPROCESSED_PREFIX);
  const progress = keys.length > 0 ? startProgress(keys.length) : undefined;
  let records = 0;
  try {
    for (const key of keys) {
      records += await replay(database, stored, { key, until });
      progress?.tick();
    }
  } finally {
    progress?.stop();
    database.client.destroy();
  }
  return { objects: keys.length, records };
}

const inStack = (command: Command): Command =>
  command
    .option('--json', 'print JSON')
    .addOption(
      new Option('--stack <name>', 'a deployed stack, Plotline-<environment>-projections').helpGroup(
        'Where:',
      ),
    );

/**
 * Processes the records of one object and deletes it; leaves it if one fails. Returns the number of records.
 */
async function replay(
  database: Database,
  records: ReturnType<typeof recordBucket>,
  { key, until }: { key: string; until: Date | undefined },
): Promise<number> {
  const changes = await records.read(key, until);
  const { retryFrom, unprocessed } = await project(
    projectionsOf(key),
    { database, now: new Date() },
    changes,
  );
  const failed = retryFrom ?? unprocessed[0]?.change;
  if (failed)
    throw new CommandError(`The record ${failed.sequenceNumber} of ${key} failed again; the object remains.`);
  await records.delete(key);
  return changes.length;
}

/**
 * Records that Lambda stopped retrying concern all projections, those that one projection could not process only
 * that one.
 */
function projectionsOf(key: string) {
  if (!key.startsWith(UNPROCESSED_PREFIX)) return projections;
  const [name] = key.slice(UNPROCESSED_PREFIX.length).split('/');
  const named = projections.filter((projection) => projection.name === name);
  if (named.length > 0) return named;
  throw new CommandError(`The projection ${name} no longer exists; delete ${key} if nothing else needs it.`);
}

interface ProjectionStores {
  database: Database;
  bucket: string;
}

async function openStack(stack: string): Promise<ProjectionStores> {
  const outputs = await findStackOutputs(stack);
  const [table, bucket] = [outputs.get('TableName'), outputs.get('UnprocessedBucket')];
  useAttachments(outputs.get('AttachmentBucket'));
  if (table && bucket) return { database: createDatabase(table), bucket };
  throw new CommandError(
    `The stack ${stack} has no record bucket; use the projections stack, Plotline-<environment>-projections.`,
  );
}

function openLocal(): ProjectionStores {
  const database = localDatabase();
  const { buckets } = findRunning(homeFolder()) ?? {};
  const bucket = buckets?.names['Unhandled'];
  if (!buckets || !bucket) {
    throw new CommandError('The local service has no record bucket yet: wait until it has started.');
  }
  useLocalEndpoints({ S3: buckets.endpoint });
  useAttachments(buckets.names['Attachments']);
  return { database, bucket };
}

/** Lets projections that run here find the files of attachments, as their function does. */
function useAttachments(bucket: string | undefined): void {
  if (bucket !== undefined) process.env[ATTACHMENT_BUCKET_VARIABLE] = bucket;
}
