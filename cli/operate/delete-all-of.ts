import { systemClock } from '../../shared/kernel/core/clock.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { listExportItems, toExport } from '../../shared/surface/exports/export-store.ts';
import { CommandError } from '../core/command-error.ts';
import type { TargetOptions } from '../core/target.ts';
import { bucketsOf, deleteStored } from '../deletion/delete-records.ts';
import { deleteWorkspace } from '../deletion/delete-workspace.ts';
import type { KnownWorkspace } from '../operator.ts';

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

/**
 * Deletes a workspace with everything in it and returns how many items and stored records went. Throws a CommandError
 * unless its slug confirms it.
 */
export async function deleteAllOf(
  database: Database,
  workspace: KnownWorkspace,
  options: TargetOptions & { confirm?: string },
): Promise<{ deleted: number; records: number }> {
  if (options.confirm !== workspace.slug) throw await withOffer(database, workspace);
  const { deleted, ids } = await deleteWorkspace(database, workspace.id, { now: systemClock() });
  const records = await deleteStored(await bucketsOf(options), ids);
  ids.close();
  return { deleted, records };
}
