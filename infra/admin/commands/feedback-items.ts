import { Option, type Command } from 'commander';
import { itemStatuses, type FeedbackItem, type ItemStatus } from '../../../shared/feedback/item.ts';
import { text as textSchema } from '../../../shared/lib/schema.ts';
import type { Portal } from '../../../shared/portals/portal.ts';
import { asList, assertSomeChange, valid, withoutUndefined } from '../arguments.ts';
import { confirm } from '../confirm.ts';
import { findMember, findWorkspace } from '../find.ts';
import { findBoard, findItem, findPortal, findStoryId } from '../find-feedback.ts';
import type { Operator } from '../operator.ts';
import type { Columns } from '../output.ts';
import { tableCommand, withSession, type CommonOptions } from '../session.ts';

interface Options extends CommonOptions {
  workspace?: string;
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
  hide?: boolean;
  show?: boolean;
}

const columns = ({ boards }: Portal): Columns<FeedbackItem> => ({
  title: (item) => item.title,
  status: (item) => item.status,
  board: ({ boardId }) => boards.find(({ id }) => id === boardId)?.name,
  votes: (item) => item.voteCount,
  hidden: ({ hidden }) => (hidden ? 'yes' : 'no'),
  slug: (item) => item.slug,
});

const title = () => textSchema({ max: 200 });

export function feedbackItemsCommand(program: Command): void {
  const noun = program
    .command('feedback-items')
    .alias('items')
    .description('what people ask for on a feedback portal');
  const command = (usage: string, description: string) =>
    tableCommand(noun, usage, description)
      .option('-w, --workspace <workspace>', 'by slug or id')
      .option('-p, --portal <portal>', 'by slug or id; where there is one, it need not be named');
  const statusOption = () => new Option('--status <status>', 'where it stands').choices(itemStatuses);

  command('create <title>', 'add an item, in the name of a member and with their vote')
    .requiredOption('--by <member>', 'whose idea and first vote it is, by e-mail address or id (required)')
    .option('--board <board>', 'by name; else the first one')
    .option('--description <markdown>', 'what it is about')
    .option('--summary <text>', 'for the roadmap')
    .addOption(statusOption())
    .action((text: string, options: Options & Fields & { by: string }) =>
      withSession(options, async ({ operator, output }) => {
        const { workspace, portal } = await place(operator, options);
        const item = await operator.createFeedbackItem(
          portal,
          await findMember(operator, workspace, options.by),
          {
            title: valid(title(), text, 'The title'),
            boardId: findBoard(portal, options.board).id,
            description: options.description ?? null,
            status: options.status ?? 'pending',
            roadmapSummary: options.summary ?? null,
          },
        );
        output.done(`Added ${item.title}.`);
        output.record(item, columns(portal));
      }),
    );

  command('list', 'the items that the public sees, the most voted first; with --hidden the others')
    .option('--board <board>', 'by name')
    .option('--hidden', 'what moderators have hidden')
    .addOption(statusOption())
    .action((options: Options & { hidden?: boolean }) =>
      withSession(options, async ({ operator, output }) => {
        const { portal } = await place(operator, options);
        const boardId = options.board === undefined ? undefined : findBoard(portal, options.board).id;
        const { status, hidden } = options;
        const items = await operator.listFeedbackItems(portal, { status, boardId, hidden, sort: 'votes' });
        const filtered = status !== undefined || boardId !== undefined || hidden === true;
        output.list(items, columns(portal), filtered ? 'No item is like that.' : 'There is no item yet.');
      }),
    );

  command('show <item>', 'an item, by slug or id').action((text: string, options: Options) =>
    withSession(options, async ({ operator, output }) => {
      const { portal } = await place(operator, options);
      const item = await findItem(operator, portal, text);
      const stories = await operator.storyReferences(item.storyIds);
      output.record(item, { ...columns(portal), stories: () => stories.join(', ') });
    }),
  );

  command('update <item>', 'change an item, link it to stories, hide it or show it again')
    .option('--title <title>', 'a new title')
    .option('--board <board>', 'move it to this one')
    .option('--summary <text>', 'for the roadmap')
    .option('--stories <references>', 'such as ENG-1,ENG-2: when they are done, so is the item', asList)
    .option('--hide', 'from the public')
    .option('--show', 'to the public again')
    .addOption(statusOption())
    .action((text: string, options: Options & Fields) =>
      withSession(options, async ({ operator, output }) => {
        assertSomeChange(options, ['title', 'board', 'summary', 'stories', 'hide', 'show', 'status']);
        const { workspace, portal } = await place(operator, options);
        const found = await findItem(operator, portal, text);
        const { stories, status, summary, board } = options;
        const changes = {
          title: options.title === undefined ? undefined : valid(title(), options.title, 'The title'),
          boardId: board === undefined ? undefined : findBoard(portal, board).id,
          roadmapSummary: summary,
          status,
          hidden: options.hide ? true : options.show ? false : undefined,
          storyIds:
            stories &&
            (await Promise.all(stories.map((reference) => findStoryId(operator, workspace, reference)))),
        };
        const item = await operator.updateFeedbackItem(found, withoutUndefined(changes));
        output.done(`Changed ${item.title}.`);
        output.record(item, columns(portal));
      }),
    );

  command('delete <item>', 'delete an item for good, with its votes and comments')
    .option('-y, --yes', 'do not ask')
    .action((text: string, options: Options) =>
      withSession(options, async ({ operator, output }) => {
        const { portal } = await place(operator, options);
        const item = await findItem(operator, portal, text);
        await confirm(
          `${item.title} is deleted for good, with its votes and comments.`,
          options.yes ?? false,
        );
        await operator.deleteFeedbackItem(item);
        output.done(`Deleted ${item.title}.`);
        if (output.json) output.record(item, {});
      }),
    );
}

async function place(operator: Operator, options: Options) {
  const workspace = await findWorkspace(operator, options.workspace);
  return { workspace, portal: await findPortal(operator, workspace, options.portal) };
}
