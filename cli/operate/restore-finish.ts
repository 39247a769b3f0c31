import type { Command } from 'commander';
import { projections } from '../../shared/surface/workers/projections.ts';
import { closingHelp } from '../core/closing-help.ts';
import { CommandError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { tableCommand, withSession, type CommonOptions } from '../core/session.ts';
import { bucketsOf, deleteSnapshots } from '../deletion/delete-records.ts';
import { replayProjections } from './projections.ts';
import { rebuildAll } from './rebuild.ts';
import { replayWebhooks } from './webhook-records.ts';

const help = `
Run it once after a deployment with a restored table ("Restore a backup" in docs/operators.md). It processes stream records
that were stored because they could not be processed, as far as the restored table has their changes, and deletes the
others; it deletes the snapshots of read models, and derives the data of all projections again. Interrupted, it can be
repeated. Cursors from before the restore are refused from the deployment on, without this command.

The exit code is 1 if something could not be processed.`;

interface RestoreFinishOptions extends CommonOptions {
  restoredTo: string;
  yes?: boolean;
}

/** `plotline restore-finish`. */
export function restoreFinishCommand(program: Command): void {
  tableCommand(program, 'restore-finish', 'finish a restore of the table after its deployment')
    .requiredOption(
      '--restored-to <time>',
      'the time that the table was restored to, such as 2026-11-20T09:30:00Z',
    )
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', closingHelp(help))
    .action((options: RestoreFinishOptions) =>
      withSession(options, async ({ database, output }) => {
        const until = parseTime(options.restoredTo);
        await confirm(
          `This permanently deletes the stored records of changes after ${until.toISOString()}.`,
          options.yes ?? false,
        );
        const { replayed, snapshots } = await finishStored(options, until);
        const results = await rebuildAll(database, output, { chosen: projections, restart: true });
        const failed = results.flatMap((one) => one.failed);
        const corrected = results.reduce((sum, one) => sum + one.corrected, 0);
        if (output.json) output.record({ replayed, snapshots, corrected, failed }, {});
        else {
          output.done(`Processed ${replayed} stored records, and deleted ${snapshots} snapshots.`);
          output.done(`Derived ${results.length} projections again, and corrected ${corrected} differences.`);
          if (failed.length > 0) output.note(`Not right yet: ${failed.join(', ')}. Run the command again.`);
        }
        if (failed.length > 0) process.exitCode = 1;
      }),
    );
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw new CommandError(`--restored-to is ${text}: use a time such as 2026-11-20T09:30:00Z.`);
}

/** Replays stored records up to a time and deletes snapshots; a bare table has neither. */
async function finishStored(
  options: RestoreFinishOptions,
  until: Date,
): Promise<{ replayed: number; snapshots: number }> {
  if (options.table !== undefined) return { replayed: 0, snapshots: 0 };
  const stackOf = (name: string) => options.stack?.replace(/-data$/, `-${name}`);
  const derived = await replayProjections(stackOf('projections'), until);
  const dispatched = await replayWebhooks(stackOf('webhooks'), until);
  const snapshots = await deleteSnapshots(await bucketsOf(options));
  return { replayed: derived.records + dispatched.records, snapshots };
}
