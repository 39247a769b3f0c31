import { Option, type Command } from 'commander';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import { createFeedbackItem } from '../../shared/feedback/items/create-feedback-item.ts';
import { deleteFeedbackItem } from '../../shared/feedback/items/delete-feedback-item.ts';
import { itemStatuses, type FeedbackItem, type ItemStatus } from '../../shared/feedback/items/item.ts';
import { listFeedbackItems } from '../../shared/feedback/items/list-feedback-items.ts';
import { updateFeedbackItem } from '../../shared/feedback/items/update-feedback-item.ts';
import { text as textSchema } from '../../shared/kernel/core/schema.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { getStory } from '../../shared/planning/stories/get-story.ts';
import { asList, assertSomeChange, parseArgument, withoutUndefined } from '../core/arguments.ts';
import { confirm } from '../core/confirm.ts';
import { resolveMember } from '../core/find.ts';
import { findBoard, findItem, findPortal } from '../core/find-feedback.ts';
import { findStory } from '../find-story.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import type { Columns } from '../core/output.ts';
import { asText } from '../core/standard-input.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

interface FeedbackItemsOptions extends WorkspaceOptions {
  portal?: string;
  board?: string;
  status?: ItemStatus;
  yes?: boolean;
}

interface Fields {
  title?: string;
  description?: string;
  summary?: string;
  stories?: string[];
  tags?: string[];
  internalTags?: string[];
  hide?: boolean;
  show?: boolean;
}

const columns = ({ boards }: Portal): Columns<FeedbackItem> => ({
  title: (item) => item.title,
  status: (item) => item.status.replaceAll('_', ' '),
  board: ({ boardId }) => boards.find(({ id }) => id === boardId)?.name,
  votes: (item) => item.voteCount,
  hidden: ({ hidden }) => (hidden ? 'yes' : null),
  tags: ({ tags, internalTags }) =>
    [...tags, ...internalTags.map((tag) => `${tag} (internal)`)].join(', ') || undefined,
  slug: (item) => item.slug,
});

const title = () => textSchema({ max: 200 });

const statusOption = () => new Option('--status <status>', 'its status').choices(itemStatuses);

/** Adds the options and the action of a list of items, which two commands have. */
export const listsItems = (command: Command): Command =>
  command
    .option('--board <board>', 'by name')
    .option('--hidden', 'items hidden by moderators')
    .addOption(statusOption())
    .action((named: string | undefined, options: FeedbackItemsOptions & { hidden?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const portal = await findPortal(operations, named ?? options.portal);
        const boardId = options.board === undefined ? undefined : findBoard(portal, options.board).id;
        const { status, hidden } = options;
        const filter = withoutUndefined({ status: status && [status], boardId: boardId && [boardId] });
        const query = { ...filter, ...(hidden ? { hidden: 'only' } : { sort: '-voteCount' }) };
        const items = await operations.list(listFeedbackItems, { path: { portalId: portal.id }, query });
        const filtered = status !== undefined || boardId !== undefined || hidden === true;
        output.list(items, columns(portal), filtered ? 'No items match.' : 'There are no items yet.');
      }),
    );

export const LIST_ITEMS = 'list the public items, most voted first; with --hidden the hidden ones';

export function feedbackItemsCommand(program: Command): void {
  const noun = program
    .command('feedback-items')
    .alias('items')
    .description('ideas and bug reports on a feedback portal');
  const command = (usage: string, description: string) =>
    workspaceCommand(noun, usage, description).option('-p, --portal <portal>', 'by slug or id, of several');
  command('create <title>', 'create an item for a member, with their vote')
    .requiredOption('--by <member>', 'the author and first voter, by email address or id (required)')
    .option('--board <board>', 'by name (default: the first one)')
    .option('--description <markdown>', 'a longer description; - reads standard input', asText)
    .option('--summary <text>', 'shown on the roadmap')
    .addOption(statusOption())
    .action((text: string, options: FeedbackItemsOptions & Fields & { by: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const portal = await findPortal(operations, options.portal);
        const author = await resolveMember(operations, options.by);
        const { description, status, summary: roadmapSummary } = options;
        const body = {
          title: parseArgument(title(), text, 'The title'),
          boardId: findBoard(portal, options.board).id,
          ...withoutUndefined({ description, status, roadmapSummary }),
        };
        const made = operations.by(author.id);
        const item = await made.run(createFeedbackItem, { path: { portalId: portal.id }, body });
        output.done(`Created ${item.title}.`);
        output.record(item, columns(portal));
      }),
    );

  listsItems(command('list [portal]', LIST_ITEMS));

  command('show <item>', 'show an item, by slug or id').action(
    (text: string, options: FeedbackItemsOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const portal = await findPortal(operations, options.portal);
        const item = await findItem(operations, portal, text);
        const stories = await storyReferences(operations, item.storyIds);
        output.record(item, { ...columns(portal), stories: () => stories.join(', ') });
      }),
  );

  command('update <item>', 'update an item, link it to stories, hide it or show it again')
    .option('--title <title>', 'a new title')
    .option('--board <board>', 'move it to this board')
    .option('--summary <text>', 'shown on the roadmap')
    .option('--stories <references>', 'such as ENG-1,ENG-2: the item is completed when they are', asList)
    .option('--tags <tags>', 'for the public, such as exports,api', asList)
    .option('--internal-tags <tags>', 'for the workspace only', asList)
    .option('--hide', 'hide it from the public')
    .option('--show', 'show it to the public again')
    .addOption(statusOption())
    .action((text: string, options: FeedbackItemsOptions & Fields) =>
      withWorkspace(options, async ({ operations, output }) => {
        assertSomeChange(
          options,
          'title board summary stories hide show status tags internalTags'.split(' '),
        );
        const portal = await findPortal(operations, options.portal);
        const found = await findItem(operations, portal, text);
        const { stories, status, summary, board } = options;
        const changes = {
          title: options.title === undefined ? undefined : parseArgument(title(), options.title, 'The title'),
          boardId: board === undefined ? undefined : findBoard(portal, board).id,
          roadmapSummary: summary,
          status,
          tags: options.tags,
          internalTags: options.internalTags,
          hidden: options.hide ? true : options.show ? false : undefined,
          storyIds:
            stories && (await Promise.all(stories.map(async (one) => (await findStory(operations, one)).id))),
        };
        const path = { portalId: portal.id, itemId: found.id };
        const body = { expectedUpdatedAt: found.updatedAt, ...withoutUndefined(changes) };
        const item = await operations.run(updateFeedbackItem, { path, body });
        output.done(`Updated ${item.title}.`);
        output.record(item, columns(portal));
      }),
    );

  command('delete <item>', 'permanently delete an item with its votes and comments')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: FeedbackItemsOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const portal = await findPortal(operations, options.portal);
        const item = await findItem(operations, portal, text);
        await confirm(
          `This permanently deletes ${item.title} with its votes and comments.`,
          options.yes ?? false,
        );
        await operations.run(deleteFeedbackItem, { path: { portalId: portal.id, itemId: item.id } });
        output.done(`Deleted ${item.title}.`);
        if (output.json) output.record(item, {});
      }),
    );
}

/** References of stories, such as `ENG-12`, without deleted ones. */
async function storyReferences(operations: WorkspaceOperations, ids: readonly string[]): Promise<string[]> {
  const stories = await Promise.all(
    ids.map((storyId) => operations.run(getStory, { path: { storyId } }).catch(unlessFound)),
  );
  return stories.flatMap((story) => story?.reference ?? []);
}

function unlessFound(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'not_found') return undefined;
  throw error;
}
