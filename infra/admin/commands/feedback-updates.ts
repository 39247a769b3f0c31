import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { longText, text as textSchema } from '../../../shared/lib/schema.ts';
import type { Portal } from '../../../shared/portals/portal.ts';
import { slug } from '../../../shared/portals/slug.ts';
import type { FeedbackUpdate } from '../../../shared/updates/update.ts';
import { as, asList, assertSomeChange, valid, withoutUndefined } from '../arguments.ts';
import { confirm } from '../confirm.ts';
import { findWorkspace } from '../find.ts';
import { findItem, findPortal, findUpdate } from '../find-feedback.ts';
import type { Operator } from '../operator.ts';
import type { Columns } from '../output.ts';
import { tableCommand, withSession, type CommonOptions } from '../session.ts';

interface Options extends CommonOptions {
  workspace?: string;
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
}

const columns: Columns<FeedbackUpdate> = {
  title: (update) => update.title,
  published: (update) => update.publishedAt,
  slug: (update) => update.slug,
  id: (update) => update.id,
};

export function feedbackUpdatesCommand(program: Command): void {
  const noun = program
    .command('feedback-updates')
    .alias('updates')
    .description('news in the changelog of a feedback portal');
  const command = (usage: string, description: string) =>
    tableCommand(noun, usage, description)
      .option('-w, --workspace <workspace>', 'by slug or id')
      .option('-p, --portal <portal>', 'by slug or id; where there is one, it need not be named');
  const withFields = (made: Command) =>
    made
      .option('--summary <text>', 'in one or two sentences')
      .option('--body <file>', 'a Markdown file')
      .option('--cover <file>', 'a PNG, JPEG or WebP of at most 45 KiB')
      .option('--items <slugs>', 'the items that it is about, with commas between', asList);

  withFields(command('create <title>', 'write a draft')).action((text: string, options: Options & Fields) =>
    withSession(options, async ({ operator, output }) => {
      const portal = await portalOf(operator, options);
      const { summary, body, coverImageId, linkedItemIds } = await fieldsOf(operator, portal, options);
      const update = await operator.createFeedbackUpdate(portal, {
        title: valid(textSchema({ max: 200 }), text, 'The title'),
        summary: summary ?? null,
        body: body ?? null,
        coverImageId: coverImageId ?? null,
        linkedItemIds: linkedItemIds ?? [],
      });
      output.done(`Wrote the draft ${update.title}.`);
      output.record(update, columns);
    }),
  );

  command('list', 'drafts and what is published, newest first').action((options: Options) =>
    withSession(options, async ({ operator, output }) => {
      const portal = await portalOf(operator, options);
      output.list(await operator.listFeedbackUpdates(portal), columns, 'There is no update yet.');
    }),
  );

  command('show <update>', 'an update, by slug or id').action((text: string, options: Options) =>
    withSession(options, async ({ operator, output }) => {
      output.record(await findUpdate(operator, await portalOf(operator, options), text), columns);
    }),
  );

  withFields(command('update <update>', 'change an update; a former slug goes on leading to it'))
    .option('--title <title>', 'a new title')
    .option('--slug <slug>', 'its part of the address', as(slug()))
    .action((text: string, options: Options & Fields) =>
      withSession(options, async ({ operator, output }) => {
        assertSomeChange(options, ['title', 'slug', 'summary', 'body', 'cover', 'items']);
        const portal = await portalOf(operator, options);
        const found = await findUpdate(operator, portal, text);
        const changes = await fieldsOf(operator, portal, options);
        const update = await operator.updateFeedbackUpdate(found, changes);
        output.done(`Changed ${update.title}.`);
        output.record(update, columns);
      }),
    );

  for (const [verb, publish, description] of [
    ['publish', true, 'show an update to everyone'],
    ['withdraw', false, 'make a draft of an update again'],
  ] as const) {
    command(`${verb} <update>`, description).action((text: string, options: Options) =>
      withSession(options, async ({ operator, output }) => {
        const found = await findUpdate(operator, await portalOf(operator, options), text);
        const update = await operator.publishFeedbackUpdate(found, publish);
        output.done(`${publish ? 'Published' : 'Withdrew'} ${update.title}.`);
        output.record(update, columns);
      }),
    );
  }

  command('delete <update>', 'delete an update for good')
    .option('-y, --yes', 'do not ask')
    .action((text: string, options: Options) =>
      withSession(options, async ({ operator, output }) => {
        const update = await findUpdate(operator, await portalOf(operator, options), text);
        await confirm(`${update.title} is deleted for good.`, options.yes ?? false);
        await operator.deleteFeedbackUpdate(update);
        output.done(`Deleted ${update.title}.`);
        if (output.json) output.record(update, {});
      }),
    );
}

async function portalOf(operator: Operator, options: Options): Promise<Portal> {
  const workspace = await findWorkspace(operator, options.workspace);
  return await findPortal(operator, workspace, options.portal);
}

/** The fields that options give, with their files read. */
async function fieldsOf(operator: Operator, portal: Portal, options: Fields) {
  const { title, slug, summary, body, cover, items } = options;
  return withoutUndefined({
    title: title === undefined ? undefined : valid(textSchema({ max: 200 }), title, 'The title'),
    slug,
    summary: summary === undefined ? undefined : valid(textSchema({ max: 500 }), summary, 'The summary'),
    body: body === undefined ? undefined : valid(longText(32 * 1024), readFileSync(body, 'utf8'), 'The body'),
    coverImageId: cover === undefined ? undefined : await operator.addPortalImage(portal, cover),
    linkedItemIds:
      items && (await Promise.all(items.map((one) => findItem(operator, portal, one)))).map(({ id }) => id),
  });
}
