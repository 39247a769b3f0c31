import type { Command } from 'commander';
import { deleteStory } from '../../shared/planning/stories/delete-story.ts';
import { restoreStory } from '../../shared/planning/stories/restore-story.ts';
import { confirm } from '../core/confirm.ts';
import { withWorkspace, type WorkspaceOptions } from '../core/session.ts';
import { eachOf } from '../each-story.ts';
import { findStory, storyNames } from '../find-story.ts';

/** Adds the deletion of stories, and its end, to the commands of stories. */
export function deleteCommands(command: (usage: string, description: string) => Command): void {
  command('delete <stories...>', 'delete stories and their comments; restore brings them back for 30 days')
    .option('-y, --yes', 'skip the confirmation')
    .action((sent: string[], options: WorkspaceOptions & { yes?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const texts = storyNames(sent);
        const { done: found } = await eachOf(texts, (text) => findStory(operations, text));
        if (found.length === 0) return;
        const named = found.map(({ reference, title }) => `${reference}, ${title}`).join('; ');
        const comments = found.length === 1 ? 'its comments' : 'their comments';
        await confirm(`This deletes ${named}, and ${comments}.`, options.yes ?? false);
        const { done } = await eachOf(found, async ({ id: storyId, reference }) => {
          const deleted = await operations.run(deleteStory, { path: { storyId } });
          output.done(`Deleted ${reference}. For 30 days: plotline stories restore ${storyId}`);
          return deleted;
        });
        if (output.json) output.record(texts.length === 1 ? done[0] : done, {});
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
