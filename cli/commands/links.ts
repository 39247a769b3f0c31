import type { Command } from 'commander';
import { createStoryLink } from '../../shared/planning/links/create-story-link.ts';
import { deleteStoryLink } from '../../shared/planning/links/delete-story-link.ts';
import type { StoryLink } from '../../shared/planning/story-parts/link.ts';
import { withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, type WorkspaceOptions } from '../core/session.ts';
import { findStory } from '../find-story.ts';

const columns: Columns<StoryLink> = {
  kind: ({ kind }) => kind.replaceAll('_', ' '),
  title: ({ title }) => title,
  url: ({ url }) => url,
};

/** Adds what links pages to stories to the commands of stories. */
export function linkCommands(command: (usage: string, description: string) => Command): void {
  command('link <story> <url>', 'link a pull request, a document or another page to a story')
    .option('--title <title>', 'what the page is called')
    .action((text: string, url: string, options: WorkspaceOptions & { title?: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: storyId, reference } = await findStory(operations, text);
        const body = withoutUndefined({ url, title: options.title });
        const link = await operations.run(createStoryLink, { path: { storyId }, body });
        output.done(`Linked ${link.url} to ${reference}.`);
        output.record(link, output.json ? {} : columns);
      }),
    );

  command('unlink <story> <url>', 'remove the link to a page from a story, by address or id').action(
    (text: string, url: string, options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: storyId, reference, links } = await findStory(operations, text);
        const link = links.find((one) => one.url === url || one.id === url);
        if (!link) throw new CommandError(`${reference} has no link to ${url}.`);
        const deleted = await operations.run(deleteStoryLink, { path: { storyId, linkId: link.id } });
        output.done(`${reference} has no link to ${link.url} any more.`);
        output.record(deleted, {});
      }),
  );
}
