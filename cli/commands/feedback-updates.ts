import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { longText, text as textSchema, timestamp } from '../../shared/kernel/core/schema.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { slug } from '../../shared/kernel/slugs/slug.ts';
import { createFeedbackUpdate } from '../../shared/feedback/updates/create-feedback-update.ts';
import { deleteFeedbackUpdate } from '../../shared/feedback/updates/delete-feedback-update.ts';
import { listFeedbackUpdates } from '../../shared/feedback/updates/list-feedback-updates.ts';
import { publishFeedbackUpdate } from '../../shared/feedback/updates/publish-feedback-update.ts';
import { updateFeedbackUpdate } from '../../shared/feedback/updates/update-feedback-update.ts';
import { withdrawFeedbackUpdate } from '../../shared/feedback/updates/withdraw-feedback-update.ts';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import { as, asList, assertSomeChange, parseArgument, withoutUndefined } from '../core/arguments.ts';
import { confirm } from '../core/confirm.ts';
import { findItem, findPortal, findUpdate } from '../core/find-feedback.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import type { Columns } from '../core/output.ts';
import { addPortalImage } from '../portal-image.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

interface FeedbackUpdatesOptions extends WorkspaceOptions {
  portal?: string;
  yes?: boolean;
}

interface Fields {
  title?: string;
  slug?: string;
  summary?: string;
  body?: string;
  cover?: string;
  items?: string[];
  schedule?: string;
}

const columns: Columns<FeedbackUpdate> = {
  title: (update) => update.title,
  published: (update) => update.publishedAt,
  scheduled: (update) => update.scheduledFor,
  slug: (update) => update.slug,
  id: (update) => update.id,
};

export function feedbackUpdatesCommand(program: Command): void {
  const noun = program
    .command('feedback-updates')
    .alias('updates')
    .description('changelog entries of a feedback portal');
  const command = (usage: string, description: string) =>
    workspaceCommand(noun, usage, description).option('-p, --portal <portal>', 'by slug or id, of several');
  const withFields = (made: Command) =>
    made
      .option('--summary <text>', 'in one or two sentences')
      .option('--body <file>', 'a Markdown file')
      .option('--cover <file>', 'a PNG, JPEG or WebP of at most 45 KiB')
      .option('--items <slugs>', 'related items, separated by commas', asList)
      .option('--schedule <time>', 'when to publish it, such as 2026-12-01T09:00:00Z', as(timestamp()));

  withFields(command('create <title>', 'create a draft')).action(
    (text: string, options: FeedbackUpdatesOptions & Fields) =>
      withWorkspace(options, async ({ operations, output }) => {
        const portal = await findPortal(operations, options.portal);
        const title = parseArgument(textSchema({ max: 200 }), text, 'The title');
        const body = { ...(await fieldsOf(operations, portal, options)), title };
        const update = await operations.run(createFeedbackUpdate, { path: { portalId: portal.id }, body });
        output.done(`Created the draft ${update.title}.`);
        output.record(update, columns);
      }),
  );

  command('list', 'list drafts and published updates, newest first').action(
    (options: FeedbackUpdatesOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const portal = await findPortal(operations, options.portal);
        const path = { portalId: portal.id };
        output.list(
          await operations.list(listFeedbackUpdates, { path }),
          columns,
          'There are no updates yet.',
        );
      }),
  );

  command('show <update>', 'show an update, by slug or id').action(
    (text: string, options: FeedbackUpdatesOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        output.record(
          await findUpdate(operations, await findPortal(operations, options.portal), text),
          columns,
        );
      }),
  );

  withFields(command('update <update>', 'edit an update; former slugs redirect to it'))
    .option('--title <title>', 'a new title')
    .option('--slug <slug>', 'its URL segment', as(slug()))
    .action((text: string, options: FeedbackUpdatesOptions & Fields) =>
      withWorkspace(options, async ({ operations, output }) => {
        assertSomeChange(options, ['title', 'slug', 'summary', 'body', 'cover', 'items', 'schedule']);
        const portal = await findPortal(operations, options.portal);
        const found = await findUpdate(operations, portal, text);
        const changes = await fieldsOf(operations, portal, options);
        const body = { expectedUpdatedAt: found.updatedAt, ...changes };
        const update = await operations.run(updateFeedbackUpdate, { path: pathOf(found), body });
        output.done(`Updated ${update.title}.`);
        output.record(update, columns);
      }),
    );

  for (const [verb, publish, description] of [
    ['publish', true, 'publish an update'],
    ['withdraw', false, 'turn an update back into a draft'],
  ] as const) {
    command(`${verb} <update>`, description).action((text: string, options: FeedbackUpdatesOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const found = await findUpdate(operations, await findPortal(operations, options.portal), text);
        const change = publish ? publishFeedbackUpdate : withdrawFeedbackUpdate;
        const update = await operations.run(change, { path: pathOf(found) });
        output.done(`${publish ? 'Published' : 'Withdrew'} ${update.title}.`);
        output.record(update, columns);
      }),
    );
  }

  command('delete <update>', 'permanently delete an update')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: FeedbackUpdatesOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const update = await findUpdate(operations, await findPortal(operations, options.portal), text);
        await confirm(`This permanently deletes ${update.title}.`, options.yes ?? false);
        await operations.run(deleteFeedbackUpdate, { path: pathOf(update) });
        output.done(`Deleted ${update.title}.`);
        if (output.json) output.record(update, {});
      }),
    );
}

const pathOf = ({ portalId, id: updateId }: FeedbackUpdate) => ({ portalId, updateId });

/** The fields set by options, with their files read. */
async function fieldsOf(operations: WorkspaceOperations, portal: Portal, options: Fields) {
  const { title, slug, summary, body, cover, items, schedule } = options;
  return withoutUndefined({
    title: title === undefined ? undefined : parseArgument(textSchema({ max: 200 }), title, 'The title'),
    slug,
    scheduledFor: schedule,
    summary:
      summary === undefined ? undefined : parseArgument(textSchema({ max: 500 }), summary, 'The summary'),
    body:
      body === undefined
        ? undefined
        : parseArgument(longText(32 * 1024), readFileSync(body, 'utf8'), 'The body'),
    coverImageId: cover === undefined ? undefined : await addPortalImage(operations, portal, cover),
    linkedItemIds:
      items && (await Promise.all(items.map((one) => findItem(operations, portal, one)))).map(({ id }) => id),
  });
}
