import { nameKey } from '../../shared/kernel/core/name-key.ts';
import type { Command } from 'commander';
import { color, name } from '../../shared/kernel/core/schema.ts';
import { createPortal } from '../../shared/feedback/portals/create-portal.ts';
import { deletePortal } from '../../shared/feedback/portals/delete-portal.ts';
import { listPortals } from '../../shared/feedback/portals/list-portals.ts';
import { portalHost, type Portal } from '../../shared/feedback/portal/portal.ts';
import { setPortalHost } from '../../shared/feedback/portals/set-portal-host.ts';
import { slug } from '../../shared/kernel/slugs/slug.ts';
import { updatePortal } from '../../shared/feedback/portals/update-portal.ts';
import { as, asList, assertSomeChange, parseArgument, withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { findPortal } from '../core/find-feedback.ts';
import { addPortalImage } from '../portal-image.ts';
import type { Columns } from '../core/output.ts';
import { asText } from '../core/standard-input.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

interface PortalsOptions extends WorkspaceOptions {
  yes?: boolean;
}

interface Fields {
  name?: string;
  slug?: string;
  description?: string;
  color?: string;
  boards?: string[];
  embedOn?: string[];
  logo?: string;
  public?: boolean;
  private?: boolean;
}

const columns: Columns<Portal> = {
  name: (portal) => portal.name,
  slug: (portal) => portal.slug,
  visibility: (portal) => portal.visibility,
  boards: ({ boards }) => boards.map((board) => board.name).join(', '),
  address: (portal) => `/portals/${portal.slug}/feedback`,
  host: (portal) => portal.host ?? '',
  id: (portal) => portal.id,
};

/** A command that is repeated makes no second portal; --slug makes another of the same name. */
function assertNewName(portals: readonly Portal[], text: string): void {
  const same = portals.find((portal) => portal.name === text);
  if (!same) return;
  throw new CommandError(
    `There is already a portal ${text}, at /portals/${same.slug}/feedback; to create another, set its --slug.`,
  );
}

export function portalsCommand(program: Command): void {
  const noun = program.command('portals').alias('portal').description('public feedback portals');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);
  const withFields = (made: Command) =>
    made
      .option('--slug <slug>', 'its URL segment', as(slug()))
      .option('--description <text>', 'its purpose; - reads standard input', asText)
      .option('--color <color>', 'such as #4f46e5', as(color()))
      .option('--boards <names>', 'all boards, separated by commas', asList)
      .option('--embed-on <origins>', 'all sites that may show it in a frame, separated by commas', asList)
      .option('--public', 'make it public');

  withFields(command('create <name>', 'create a portal; private unless --public')).action(
    (text: string, options: PortalsOptions & Fields) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { slug, description, color, boards = ['Ideas'], embedOn: embedOrigins } = options;
        const named = parseArgument(name(), text, 'The name');
        if (slug === undefined) assertNewName(await operations.list(listPortals), named);
        const body = {
          ...withoutUndefined({ slug, description, color, embedOrigins }),
          name: named,
          visibility: options.public ? 'public' : 'private',
          boards: boards.map((board) => ({ name: board })),
        };
        const portal = await operations.run(createPortal, { body });
        output.done(`Created the portal ${portal.name}.`);
        output.record(portal, columns);
      }),
  );

  command('list', 'list portals, newest first').action((options: PortalsOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      output.list(await operations.list(listPortals), columns, 'There are no portals yet.');
    }),
  );

  command('show <portal>', 'show a portal, by slug or id').action((text: string, options: PortalsOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      output.record(await findPortal(operations, text), columns);
    }),
  );

  withFields(command('update <portal>', 'update a portal; former slugs redirect to it'))
    .option('--name <name>', 'a new name', as(name()))
    .option('--private', 'hide it from the public')
    .option('--logo <file>', 'a PNG, JPEG or WebP of at most 45 KiB')
    .action((text: string, options: PortalsOptions & Fields) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { name, slug, description, color, logo, embedOn: embedOrigins } = options;
        assertSomeChange(
          options,
          'name slug description color boards logo embedOn public private'.split(' '),
        );
        const found = await findPortal(operations, text);
        const logoImageId = logo === undefined ? undefined : await addPortalImage(operations, found, logo);
        const visibility = options.public ? 'public' : options.private ? 'private' : undefined;
        const boards = options.boards?.map((board) => ({ name: board, ...boardNamed(found, board) }));
        const changes = { name, slug, description, color, boards, logoImageId, visibility, embedOrigins };
        const body = { expectedUpdatedAt: found.updatedAt, ...withoutUndefined(changes) };
        const portal = await operations.run(updatePortal, { path: { portalId: found.id }, body });
        output.done(`Updated the portal ${portal.name}.`);
        output.record(portal, columns);
      }),
    );

  command(
    'host <portal> [host]',
    'serve a portal under a host name of its own; without one, no longer',
  ).action((text: string, host: string | undefined, options: PortalsOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      const found = await findPortal(operations, text);
      const body = { host: host === undefined ? null : parseArgument(portalHost(), host, 'The host') };
      const portal = await operations.run(setPortalHost, { path: { portalId: found.id }, body });
      output.done(
        host === undefined ? `${portal.name} has no host.` : `${portal.name} has the host ${host}.`,
      );
      output.record(portal, columns);
    }),
  );

  command('delete <portal>', 'delete a portal without items and updates')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: PortalsOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const portal = await findPortal(operations, text);
        await confirm(
          `This permanently deletes ${portal.name} and releases its slugs.`,
          options.yes ?? false,
        );
        await operations.run(deletePortal, { path: { portalId: portal.id } });
        output.done(`Deleted the portal ${portal.name}.`);
        if (output.json) output.record(portal, {});
      }),
    );
}

/** The existing board with a name, in the form of a request; empty if there is none. */
const boardNamed = ({ boards }: Portal, name: string): Partial<Portal['boards'][number]> =>
  boards.find((board) => nameKey(board.name) === nameKey(name)) ?? {};
