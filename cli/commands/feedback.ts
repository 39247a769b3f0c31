import type { Command } from 'commander';
import { banVisitor } from '../../shared/feedback/items/ban-visitor.ts';
import type { BannedVisitor } from '../../shared/feedback/items/banned-visitor.ts';
import { createFeedbackComment } from '../../shared/feedback/items/create-feedback-comment.ts';
import { createFeedbackVote } from '../../shared/feedback/items/create-feedback-vote.ts';
import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import type { FeedbackVote } from '../../shared/feedback/items/feedback-vote.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { listBannedVisitors } from '../../shared/feedback/items/list-banned-visitors.ts';
import { listFeedbackComments } from '../../shared/feedback/items/list-feedback-comments.ts';
import { listFeedbackItems } from '../../shared/feedback/items/list-feedback-items.ts';
import { listFeedbackVotes } from '../../shared/feedback/items/list-feedback-votes.ts';
import { mergeFeedbackItem } from '../../shared/feedback/items/merge-feedback-item.ts';
import { unbanVisitor } from '../../shared/feedback/items/unban-visitor.ts';
import { unmergeFeedbackItem } from '../../shared/feedback/items/unmerge-feedback-item.ts';
import { updateFeedbackItem } from '../../shared/feedback/items/update-feedback-item.ts';
import { toCsv } from '../core/csv.ts';
import { findAuthor } from '../core/find.ts';
import { findItem, findPortal } from '../core/find-feedback.ts';
import { LIST_ITEMS, listsItems } from './feedback-items.ts';
import type { Columns, CommandOutput } from '../core/output.ts';
import { writeOutput } from '../core/terminal.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';

interface FeedbackOptions extends WorkspaceOptions {
  portal?: string;
  by?: string;
}

const comments: Columns<FeedbackComment> = {
  id: ({ id }) => id,
  author: ({ authorName, authorKind }) => `${authorName}${authorKind === 'user' ? ' (team)' : ''}`,
  kind: ({ internal, hidden }) => (internal ? 'note' : hidden ? 'hidden' : 'public'),
  content: ({ content }) => content,
};

const votes: Columns<FeedbackVote> = {
  voter: ({ voterName }) => voterName,
  kind: ({ voterKind }) => voterKind,
  id: ({ voterId }) => voterId,
  at: ({ createdAt }) => createdAt,
};

const bans: Columns<BannedVisitor> = {
  name: ({ name }) => name,
  id: ({ id }) => id,
  reason: ({ reason }) => reason,
};

const exported: Columns<FeedbackItem> = {
  id: ({ id }) => id,
  slug: ({ slug }) => slug,
  title: ({ title }) => title,
  description: ({ description }) => description,
  status: ({ status }) => status,
  boardId: ({ boardId }) => boardId,
  tags: ({ tags }) => tags.join(' '),
  internalTags: ({ internalTags }) => internalTags.join(' '),
  votes: ({ voteCount }) => voteCount,
  comments: ({ commentCount }) => commentCount,
  author: ({ authorName }) => authorName,
  hidden: ({ hidden }) => String(hidden),
  mergedInto: ({ mergedIntoId }) => mergedIntoId,
  stories: ({ storyIds }) => storyIds.join(' '),
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

interface ItemCommand {
  operations: WorkspaceOperations;
  output: CommandOutput;
  item: FeedbackItem;
  path: { portalId: string; itemId: string };
}

const onItem = (options: FeedbackOptions, text: string, work: (place: ItemCommand) => Promise<void>) =>
  withWorkspace(options, async ({ operations, output }) => {
    const portal = await findPortal(operations, options.portal);
    const item = await findItem(operations, portal, text);
    await work({ operations, output, item, path: { portalId: portal.id, itemId: item.id } });
  });

/** `plotline feedback`: what the team of a portal does with what visitors left there. */
export function feedbackCommand(program: Command): void {
  const noun = program
    .command('feedback')
    .description('answer, sort and export what visitors left on portals');
  const ofItem = (usage: string, description: string) =>
    workspaceCommand(noun, usage, description).option('-p, --portal <portal>', 'by slug or id');
  const byMember = (command: Command) =>
    command.option('--by <member>', 'who does it (default: PLOTLINE_MEMBER, or the only member)');

  listsItems(ofItem('list [portal]', LIST_ITEMS));

  ofItem('comments <item>', 'list the comments on an item, and its notes').action(
    (text: string, options: FeedbackOptions) =>
      onItem(options, text, async ({ operations, output, path }) => {
        const query = { hidden: 'include', internal: 'include' };
        output.list(
          await operations.list(listFeedbackComments, { path, query }),
          comments,
          'There are no comments yet.',
        );
      }),
  );

  byMember(ofItem('answer <item> <text>', 'comment on an item, for all to see'))
    .option('--note', 'only for the workspace')
    .option('--official', 'pin it as the official answer')
    .action(
      (text: string, content: string, options: FeedbackOptions & { note?: boolean; official?: boolean }) =>
        onItem(options, text, async ({ operations, output, item, path }) => {
          const author = await findAuthor(operations, options.by);
          const body = { content, internal: options.note ?? false };
          const comment = await operations.by(author.id).run(createFeedbackComment, { path, body });
          if (options.official) {
            const pinned = { expectedUpdatedAt: item.updatedAt, officialCommentId: comment.id };
            await operations.run(updateFeedbackItem, { path, body: pinned });
          }
          output.done(options.note ? `Noted on ${item.title}.` : `Answered on ${item.title}.`);
          output.record(comment, comments);
        }),
    );

  ofItem('voters <item>', 'list who voted for an item').action((text: string, options: FeedbackOptions) =>
    onItem(options, text, async ({ operations, output, path }) =>
      output.list(await operations.list(listFeedbackVotes, { path }), votes, 'No one has voted yet.'),
    ),
  );

  byMember(ofItem('vote <item> <address>', 'add the vote of a customer'))
    .requiredOption('--name <name>', "the customer's name (required)")
    .action((text: string, email: string, options: FeedbackOptions & { name: string }) =>
      onItem(options, text, async ({ operations, output, item, path }) => {
        const author = await findAuthor(operations, options.by);
        const body = { email, name: options.name };
        const vote = await operations.by(author.id).run(createFeedbackVote, { path, body });
        output.done(`${options.name} now votes for ${item.title}.`);
        output.record(vote, votes);
      }),
    );

  ofItem('merge <duplicate> <item>', 'merge a duplicate into an item').action(
    (text: string, other: string, options: FeedbackOptions) =>
      onItem(options, text, async ({ operations, output, item, path }) => {
        const into = await findItem(operations, await findPortal(operations, options.portal), other);
        const merged = await operations.run(mergeFeedbackItem, { path, body: { intoItemId: into.id } });
        output.done(`Merged ${item.title} into ${into.title}.`);
        if (output.json) output.record(merged, {});
      }),
  );

  ofItem('unmerge <item>', 'undo a merge').action((text: string, options: FeedbackOptions) =>
    onItem(options, text, async ({ operations, output, item, path }) => {
      const separate = await operations.run(unmergeFeedbackItem, { path });
      output.done(`${item.title} is an item of its own again.`);
      if (output.json) output.record(separate, {});
    }),
  );

  ofItem('export', 'print all items of a portal as CSV; with --json as JSON').action(
    (options: FeedbackOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const path = { portalId: (await findPortal(operations, options.portal)).id };
        const items = await operations.list(listFeedbackItems, { path, query: { hidden: 'include' } });
        if (output.json) output.list(items, exported, '');
        else writeOutput(toCsv(items, exported));
      }),
  );

  const ofWorkspace = (usage: string, description: string) => workspaceCommand(noun, usage, description);
  ofWorkspace('banned', 'list banned visitors').action((options: WorkspaceOptions) =>
    withWorkspace(options, async ({ operations, output }) =>
      output.list(await operations.list(listBannedVisitors), bans, 'No one is banned.'),
    ),
  );
  byMember(ofWorkspace('ban <visitor>', 'stop a visitor from posting and voting, by their id'))
    .option('--reason <text>', 'for the workspace')
    .action((visitorId: string, options: FeedbackOptions & { reason?: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id } = await findAuthor(operations, options.by);
        const body = { visitorId, ...(options.reason === undefined ? {} : { reason: options.reason }) };
        const ban = await operations.by(id).run(banVisitor, { body });
        output.done(`Banned ${ban.name}.`);
        output.record(ban, bans);
      }),
    );
  ofWorkspace('unban <visitor>', 'lift a ban').action((visitorId: string, options: WorkspaceOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      await operations.run(unbanVisitor, { path: { visitorId } });
      output.done('The ban is lifted.');
      if (output.json) output.record({ id: visitorId }, {});
    }),
  );
}
