import type { Command } from 'commander';
import { deleteStory } from '../../shared/planning/stories/delete-story.ts';
import { restoreStory } from '../../shared/planning/stories/restore-story.ts';
import { confirm } from '../core/confirm.ts';
import { withWorkspace, type WorkspaceOptions } from '../core/session.ts';
import { findStory } from '../find-story.ts';

/** Adds the deletion of stories, and its end, to the commands of stories. */
export function deleteCommands(command: (usage: string, description: string) => Command): void {
  command('delete <story>', 'delete a story and its comments; restore brings them back for 30 days')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: WorkspaceOptions & { yes?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: storyId, reference, title } = await findStory(operations, text);
        await confirm(`This deletes ${reference}, ${title}, and its comments.`, options.yes ?? false);
        const deleted = await operations.run(deleteStory, { path: { storyId } });
        output.done(`Deleted ${reference}. For 30 days: plotline stories restore ${storyId}`);
        if (output.json) output.record(deleted, {});
      }),
    );

  command('restore <id>', 'bring back a story that was deleted within the last 30 days').action(
    (storyId: string, options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const story = await operations.run(restoreStory, { path: { storyId } });
        output.done(`Restored ${story.reference}.`);
        if (output.json) output.record(story, {});
      }),
  );
}
