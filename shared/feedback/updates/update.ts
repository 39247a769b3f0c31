import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { longText, text, timestamp, titleText, uniqueList, uuid, memoize } from '../../kernel/core/schema.ts';
import { itemStatuses } from '../items/item.ts';
import { imageId } from '../portal/image.ts';
import { formerSlugs, slug, titleSlug } from '../../kernel/slugs/slug.ts';

export const LINKED_ITEMS_MAX = 10;

const title = () => titleText(200);
const summary = () => text({ min: 0, max: 500 });
const body = () => longText(32 * 1024).meta({ description: 'Markdown.' });
const scheduledFor = () =>
  timestamp().meta({ description: 'When a draft is to be published; at most a minute later it is.' });
const linkedItemIds = () =>
  uniqueList(uuid(), LINKED_ITEMS_MAX).meta({ description: 'Items of the portal that the update is about.' });

export const updateSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      portalId: uuid(),
      slug: slug(),
      formerSlugs: formerSlugs(),
      title: title(),
      summary: summary().nullable(),
      body: body().nullable(),
      coverImageId: imageId().nullable(),
      linkedItemIds: linkedItemIds(),
      publishedAt: timestamp().nullable().meta({ description: 'When it was published; null for a draft.' }),
      scheduledFor: scheduledFor().nullable(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'FeedbackUpdate', description: 'An entry in the changelog of a portal.' }),
);

export type FeedbackUpdate = z.output<ReturnType<typeof updateSchema>>;

/** The public fields of an update (docs/specification.md, "Public portals"). */
export const publicUpdateSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      portalId: uuid(),
      slug: slug(),
      title: title(),
      summary: summary().nullable(),
      body: body(),
      coverImageUrl: z.url().nullable(),
      publishedAt: timestamp(),
      linkedItems: z
        .array(
          z.object({
            id: uuid(),
            slug: titleSlug(),
            title: text({ max: 200 }),
            status: z.enum(itemStatuses),
          }),
        )
        .max(LINKED_ITEMS_MAX),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'PublicFeedbackUpdate', description: 'A changelog entry as the public sees it.' }),
);

export type PublicUpdate = z.output<ReturnType<typeof publicUpdateSchema>>;

export const updateCreateSchema = memoize(() =>
  z
    .strictObject({
      title: title(),
      slug: slug().optional().meta({ description: 'Derived from the title if omitted.' }),
      summary: summary().optional(),
      body: body().optional(),
      coverImageId: imageId().optional(),
      linkedItemIds: linkedItemIds().optional().meta({ default: [] }),
      scheduledFor: scheduledFor().optional(),
    })
    .meta({ id: 'CreateFeedbackUpdateRequest' }),
);

/** The update schema of an update. */
export const updatePatch = definePatch('UpdateFeedbackUpdateRequest', {
  fields: () => ({
    title: title(),
    slug: slug(),
    summary: summary(),
    body: body(),
    coverImageId: imageId(),
    linkedItemIds: linkedItemIds(),
    scheduledFor: scheduledFor(),
  }),
  cleared: { summary: null, body: null, coverImageId: null, linkedItemIds: [], scheduledFor: null },
});
