import type { Command } from 'commander';
import { systemClock } from '../../shared/kernel/core/clock.ts';
import { CommandError } from '../core/command-error.ts';
import { resolveWorkspace } from '../core/find.ts';
import { tableCommand, withSession, type CommonOptions } from '../core/session.ts';
import { deleteStored, bucketsOf } from '../deletion/delete-records.ts';
import { deleteWorkspace } from '../deletion/delete-workspace.ts';

const help = `
Deletes a workspace with everything in it: members, tokens, teams, stories, portals with their images, files,
webhooks and their log. Its credentials stop working first. It reads the whole table several times, at about 13 cents per 10 million
items of 1 KB each time, while the service runs. After an interruption, the same command finishes the deletion.

Stored stream records that name it are deleted too, except with --table, which does not say where they are. Shared
caches forget its pages within minutes. Messages in queues and lines in logs hold only ids; they are gone when their
retention ends. Backups and recovery points keep the workspace until they expire.`;

/** `plotline workspaces delete`. */
export function deleteWorkspaceCommand(noun: Command): void {
  tableCommand(noun, 'delete <workspace>', 'delete a workspace with everything in it')
    .requiredOption('--confirm <slug>', "the workspace's slug, once more")
    .addHelpText('after', help)
    .action((text: string, options: CommonOptions & { confirm: string }) =>
      withSession(options, async ({ operator, output, database }) => {
        const { id, slug } = await resolveWorkspace(operator, text);
        if (options.confirm !== slug) {
          throw new CommandError(
            `Nothing was deleted: --confirm must be ${slug}. Its admins can keep a copy of it first, with plotline export.`,
          );
        }
        const { deleted, ids } = await deleteWorkspace(database, id, { now: systemClock() });
        const records = await deleteStored(await bucketsOf(options), ids);
        ids.close();
        output.done(`Deleted ${slug}: ${deleted} items, ${records} stored records and snapshots.`);
        if (output.json) output.record({ deleted, records }, {});
      }),
    );
}
