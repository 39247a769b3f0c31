import type { Command } from 'commander';
import { color, name } from '../../../shared/lib/schema.ts';
import type { Portal } from '../../../shared/portals/portal.ts';
import { slug } from '../../../shared/portals/slug.ts';
import { as, asList, assertSomeChange, valid, withoutUndefined } from '../arguments.ts';
import { confirm } from '../confirm.ts';
import { findWorkspace } from '../find.ts';
import { findPortal } from '../find-feedback.ts';
import type { Columns } from '../output.ts';
import { tableCommand, withSession, type CommonOptions } from '../session.ts';

interface Options extends CommonOptions {
  workspace?: string;
  yes?: boolean;
}

interface Fields {
  name?: string;
  slug?: string;
  description?: string;
  color?: string;
  boards?: string[];
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
  id: (portal) => portal.id,
};

export function portalsCommand(program: Command): void {
  const noun = program.command('portals').alias('portal').description('public feedback portals');
  const command = (usage: string, description: string) =>
    tableCommand(noun, usage, description).option('-w, --workspace <workspace>', 'by slug or id');
  const withFields = (made: Command) =>
    made
      .option('--slug <slug>', 'its part of the address', as(slug()))
      .option('--description <text>', 'what it is for')
      .option('--color <color>', 'such as #4f46e5', as(color()))
      .option('--boards <names>', 'all of them, with commas between', asList)
      .option('--public', 'let everyone see it');

  withFields(command('create <name>', 'make a portal, private unless --public')).action(
    (text: string, options: Options & Fields) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const portal = await operator.createPortal(workspace.id, {
          name: valid(name(), text, 'The name'),
          slug: options.slug,
          description: options.description ?? null,
          color: options.color ?? '#4f46e5',
          visibility: options.public ? 'public' : 'private',
          boards: options.boards ?? ['Ideas'],
        });
        output.done(`Made the portal ${portal.name}.`);
        output.record(portal, columns);
      }),
  );

  command('list', 'the portals, newest first').action((options: Options) =>
    withSession(options, async ({ operator, output }) => {
      const workspace = await findWorkspace(operator, options.workspace);
      output.list(await operator.listPortals(workspace.id), columns, 'There is no portal yet.');
    }),
  );

  command('show <portal>', 'a portal, by slug or id').action((text: string, options: Options) =>
    withSession(options, async ({ operator, output }) => {
      const workspace = await findWorkspace(operator, options.workspace);
      output.record(await findPortal(operator, workspace, text), columns);
    }),
  );

  withFields(command('update <portal>', 'change a portal; a former slug goes on leading to it'))
    .option('--name <name>', 'a new name', as(name()))
    .option('--private', 'let nobody outside see it')
    .option('--logo <file>', 'a PNG, JPEG or WebP of at most 45 KiB')
    .action((text: string, options: Options & Fields) =>
      withSession(options, async ({ operator, output }) => {
        const { name, slug, description, color, boards, logo } = options;
        assertSomeChange(options, [
          ...['name', 'slug', 'description', 'color', 'boards', 'logo', 'public', 'private'],
        ]);
        const workspace = await findWorkspace(operator, options.workspace);
        const found = await findPortal(operator, workspace, text);
        const logoImageId = logo === undefined ? undefined : await operator.addPortalImage(found, logo);
        const visibility = options.public ? 'public' : options.private ? 'private' : undefined;
        const changes = { name, slug, description, color, boards, logoImageId, visibility } as const;
        const portal = await operator.updatePortal(found, withoutUndefined(changes));
        output.done(`Changed the portal ${portal.name}.`);
        output.record(portal, columns);
      }),
    );

  command('delete <portal>', 'delete a portal that has no items and no updates')
    .option('-y, --yes', 'do not ask')
    .action((text: string, options: Options) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const portal = await findPortal(operator, workspace, text);
        await confirm(
          `${portal.name} is deleted for good, and its addresses are free.`,
          options.yes ?? false,
        );
        await operator.deletePortal(portal);
        output.done(`Deleted the portal ${portal.name}.`);
        if (output.json) output.record(portal, {});
      }),
    );
}
