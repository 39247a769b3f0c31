import { randomBytes } from 'node:crypto';
import { commit } from '../../../shared/db/write.ts';
import { withLongText } from '../../../shared/db/long-text.ts';
import type { Portal } from '../../../shared/portals/portal.ts';
import { freeSlug, renamed, slugOf } from '../../../shared/portals/slug.ts';
import type { FeedbackUpdate } from '../../../shared/updates/update.ts';
import {
  deleteUpdate,
  putUpdate,
  replaceUpdate,
  toUpdate,
  updateSlugs,
  updatesOf,
} from '../../../shared/updates/update-store.ts';
import { CommandError } from '../command-error.ts';
import { MOST_ITEMS, raceLost, type OperatorContext } from './context.ts';

type Fields = Pick<FeedbackUpdate, 'title' | 'summary' | 'body' | 'coverImageId' | 'linkedItemIds'>;

const slugTaken = (slug: string) => () =>
  new CommandError(`The slug ${slug} is taken by another update, or was and still leads there.`);

export const feedbackUpdateCommands = ({ database, read, newId, created, changed }: OperatorContext) => ({
  /** Makes a draft. */
  async createFeedbackUpdate(portal: Portal, fields: Fields): Promise<FeedbackUpdate> {
    const wanted = slugOf(fields.title, 'update');
    const slug = await freeSlug(read, updateSlugs(portal.id), wanted, randomBytes);
    const place = { id: newId(), portalId: portal.id, slug, formerSlugs: [], publishedAt: null };
    const update: FeedbackUpdate = { ...place, ...fields, ...created() };
    await commit(database, putUpdate(update, slugTaken(slug)));
    return update;
  },

  /** The drafts and what is published of a portal, newest first. */
  async listFeedbackUpdates(portal: Portal): Promise<FeedbackUpdate[]> {
    const items = await read.query({ index: 'list', partition: updatesOf(portal.id), limit: MOST_ITEMS });
    return (await withLongText(read, items)).map(toUpdate);
  },

  async updateFeedbackUpdate(
    update: FeedbackUpdate,
    { slug = update.slug, ...changes }: Partial<Fields & Pick<FeedbackUpdate, 'slug'>>,
  ): Promise<FeedbackUpdate> {
    const next = renamed(changed(update, changes), slug);
    await commit(database, replaceUpdate(next, update, slugTaken(slug), raceLost));
    return next;
  },

  /** Shows an update to everyone, as of now, or makes a draft of it again. */
  async publishFeedbackUpdate(update: FeedbackUpdate, publish: boolean): Promise<FeedbackUpdate> {
    if ((update.publishedAt !== null) === publish) return update;
    const stamped = changed(update, {});
    const next = { ...stamped, publishedAt: publish ? stamped.updatedAt : null };
    await commit(database, replaceUpdate(next, update, slugTaken(next.slug), raceLost));
    return next;
  },

  async deleteFeedbackUpdate(update: FeedbackUpdate): Promise<void> {
    await commit(database, deleteUpdate(update, raceLost));
  },
});
