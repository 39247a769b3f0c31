import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { commit } from '../../../shared/db/write.ts';
import { boardHasItems, portalHasItems } from '../../../shared/feedback/item-store.ts';
import { IMAGE_BYTES_MOST, IMAGES_MOST, imageTypeOf } from '../../../shared/portals/image.ts';
import { putImage } from '../../../shared/portals/image-store.ts';
import type { Portal } from '../../../shared/portals/portal.ts';
import {
  deletePortalItem,
  portalsOf,
  putPortal,
  replacePortal,
  toPortal,
} from '../../../shared/portals/portal-store.ts';
import { freeSlug, renamed, slugOf } from '../../../shared/portals/slug.ts';
import { portalHasUpdates } from '../../../shared/updates/update-store.ts';
import { CommandError } from '../command-error.ts';
import { MOST_ITEMS, raceLost, type OperatorContext } from './context.ts';

type Fields = Pick<Portal, 'name' | 'description' | 'color' | 'visibility'>;

const slugTaken = (slug: string) => () =>
  new CommandError(`The slug ${slug} is taken by another portal, or was and still leads there.`);

export const portalCommands = ({ database, read, newId, created, changed }: OperatorContext) => ({
  async createPortal(
    workspaceId: string,
    { slug: wanted, boards, ...fields }: Fields & { slug: string | undefined; boards: readonly string[] },
  ): Promise<Portal> {
    const slug = wanted ?? (await freeSlug(read, 'portal', slugOf(fields.name, 'feedback'), randomBytes));
    const portal: Portal = {
      ...{ id: newId(), workspaceId, ...fields, slug, formerSlugs: [], logoImageId: null },
      boards: boards.map((name) => ({ id: newId(), name, description: null })),
      ...created(),
    };
    await commit(database, putPortal(portal, slugTaken(slug)));
    return portal;
  },

  /** The portals of a workspace, newest first. */
  async listPortals(workspaceId: string): Promise<Portal[]> {
    const partition = portalsOf(workspaceId);
    return (await read.query({ index: 'list', partition, limit: MOST_ITEMS })).map(toPortal);
  },

  /** Boards are named; one that is not named any more goes, when it has no items. */
  async updatePortal(
    portal: Portal,
    changes: Partial<Fields & Pick<Portal, 'slug' | 'logoImageId'>> & { boards?: readonly string[] },
  ): Promise<Portal> {
    const { slug = portal.slug, boards: names, ...fields } = changes;
    const boards = names?.map(
      (name) =>
        portal.boards.find((board) => board.name.toLowerCase() === name.toLowerCase()) ?? {
          ...{ id: newId(), name, description: null },
        },
    );
    for (const { id, name } of boards ? portal.boards.filter((one) => !boards.includes(one)) : []) {
      if (await boardHasItems(read, portal.id, id)) {
        throw new CommandError(`The board ${name} has items; move or delete them first.`);
      }
    }
    const next = renamed(changed(portal, { ...fields, ...(boards ? { boards } : {}) }), slug);
    await commit(database, replacePortal(next, portal, slugTaken(slug), raceLost));
    return next;
  },

  async deletePortal(portal: Portal): Promise<void> {
    const full = await Promise.all([portalHasItems(read, portal.id), portalHasUpdates(read, portal.id)]);
    if (full.includes(true)) {
      throw new CommandError('It has items or updates; delete them first, or make it private.');
    }
    await commit(database, deletePortalItem(portal, raceLost));
  },

  /** Keeps an image file for a portal, and gives its id. */
  async addPortalImage(portal: Portal, file: string): Promise<string> {
    const bytes = readFileSync(file);
    const type = imageTypeOf(bytes);
    if (!type) throw new CommandError(`${file} is not a PNG, JPEG or WebP file.`);
    if (bytes.length > IMAGE_BYTES_MOST) {
      throw new CommandError(`${file} is larger than ${IMAGE_BYTES_MOST / 1024} KiB; make it smaller.`);
    }
    const id = newId();
    const { createdAt } = created();
    const tooMany = () => new CommandError(`The portal has ${IMAGES_MOST} images; delete some first.`);
    await commit(database, putImage({ id, portalId: portal.id, type, createdAt, bytes }, tooMany));
    return id;
  },
});
