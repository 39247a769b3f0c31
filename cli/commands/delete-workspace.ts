import type { Command } from 'commander';
import { listExportItems, toExport } from '../../shared/surface/exports/export-store.ts';

import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { systemClock } from '../../shared/kernel/core/clock.ts';
import { closingHelp } from '../core/closing-help.ts';
import { CommandError } from '../core/command-error.ts';
import { resolveWorkspace } from '../core/find.ts';
import { tableCommand, withSession, type CommonOptions } from '../core/session.ts';
import { deleteStored, bucketsOf } from '../deletion/delete-records.ts';
import { deleteWorkspace } from '../deletion/delete-workspace.ts';
import type { KnownWorkspace } from '../operator.ts';

const help = `
Without --confirm, it says whether there is an export of it and how to make one, and deletes nothing.

Deletes a workspace with everything in it: members, tokens, teams, stories, portals with their images, files,
exports, webhooks and their log. Its credentials stop working first. It reads the whole table several times, at about 13 cents per 10 million
items of 1 KB each time, while the service runs. After an interruption, the same command finishes the deletion.

Stored stream records that name it are deleted too, except with --table, which does not say where they are. Shared
caches forget its pages within minutes. Messages in queues and lines in logs hold only ids; they are gone when their
retention ends. Backups and recovery points keep the workspace until they expire.`;

/** What is said in place of a deletion: how to keep a copy first, and which there is. */
async function withOffer(database: Database, { id, slug }: KnownWorkspace): Promise<CommandError> {
  const [newest] = (await listExportItems(createReader(database), id, 1)).map(toExport);
  const made = newest
    ? `Its newest export is of ${newest.createdAt.slice(0, 10)}, and is deleted with it unless it was downloaded.`
    : 'The service has no export of it.';
  return new CommandError(
    `Nothing was deleted. ${made} To keep a copy first, one of its admins runs: plotline export FOLDER. ` +
      `To delete it, add --confirm ${slug}.`,
  );
}

/** `plotline workspaces delete`. */
export function deleteWorkspaceCommand(noun: Command): void {
  tableCommand(noun, 'delete <workspace>', 'delete a workspace with everything in it')
    .option('--confirm <slug>', "the workspace's slug, once more; without it, nothing is deleted")
    .addHelpText('after', closingHelp(help))
    .action((text: string, options: CommonOptions & { confirm?: string }) =>
      withSession(options, async ({ operator, output, database }) => {
        const workspace = await resolveWorkspace(operator, text);
        const { id, slug } = workspace;
        if (options.confirm !== slug) throw await withOffer(database, workspace);
        const { deleted, ids } = await deleteWorkspace(database, id, { now: systemClock() });
        const records = await deleteStored(await bucketsOf(options), ids);
        ids.close();
        output.done(`Deleted ${slug}: ${deleted} items, ${records} stored records and snapshots.`);
        if (output.json) output.record({ deleted, records }, {});
      }),
    );
}
