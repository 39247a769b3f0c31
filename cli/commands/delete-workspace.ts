import type { Command } from 'commander';
import { closingHelp } from '../core/closing-help.ts';
import { resolveWorkspace } from '../core/find.ts';
import { tableCommand, withSession, type CommonOptions } from '../core/session.ts';

const help = `
Without --confirm, it says whether there is an export of it and how to make one, and deletes nothing.

Deletes a workspace with everything in it: members, tokens, teams, stories, portals with their images, files,
exports, webhooks and their log. Its credentials stop working first. It reads the whole table several times, at about 13 cents per 10 million
items of 1 KB each time, while the service runs. After an interruption, the same command finishes the deletion.

Stored stream records that name it are deleted too, except with --table, which does not say where they are. Shared
caches forget its pages within minutes. Messages in queues and lines in logs hold only ids; they are gone when their
retention ends. Backups and recovery points keep the workspace until they expire.`;

/** `plotline workspaces delete`. */
export function deleteWorkspaceCommand(noun: Command): void {
  tableCommand(noun, 'delete <workspace>', 'delete a workspace with everything in it')
    .option('--confirm <slug>', "the workspace's slug, once more; without it, nothing is deleted")
    .addHelpText('after', closingHelp(help))
    .action((text: string, options: CommonOptions & { confirm?: string }) =>
      withSession(options, async ({ operator, output, database }) => {
        const workspace = await resolveWorkspace(operator, text);
        const { deleteAllOf } = await import('../operate/delete-all-of.ts');
        const { deleted, records } = await deleteAllOf(database, workspace, options);
        output.done(`Deleted ${workspace.slug}: ${deleted} items, ${records} stored records and snapshots.`);
        if (output.json) output.record({ deleted, records }, {});
      }),
    );
}
