import * as z from 'zod';
import { definePatch } from '../api/operation/patch.ts';
import { longText, name, text, timestamp, uniqueList, uuid } from '../core/schema.ts';
import { hasVisibleCharacter, VISIBLE_ERROR } from '../core/visible.ts';
import { slug } from '../portals/slug.ts';

export const itemStatuses = [
  'pending',
  'reviewing',
  'planned',
  'in_progress',
  'completed',
  'closed',
] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** Finished items no longer collect votes and are ranked last, however many votes they have. */
export const isFinished = (status: ItemStatus): boolean => status === 'completed' || status === 'closed';

/** Whether the author was on the portal's team when writing. */
const authorKinds = ['user', 'visitor'] as const;
export type AuthorKind = (typeof authorKinds)[number];

export const authorKind = () =>
  z.enum(authorKinds).meta({
    description:
      "`user` if the author was a member of the portal's workspace at the time; otherwise `visitor`.",
  });

const MAX_STORIES = 20;

const title = () => text({ max: 200 }).refine(hasVisibleCharacter, VISIBLE_ERROR);
const description = () => longText(16 * 1024).meta({ description: 'Markdown.' });
const roadmapSummary = () => text({ min: 0, max: 500 });
const storyIds = () =>
  uniqueList(uuid(), MAX_STORIES).meta({
    description: 'Linked stories. When all of them are done, the item is completed.',
  });

/** The public fields of an item (docs/specification.md, "Public portals"). */
const publicFields = {
  id: uuid(),
  boardId: uuid(),
  slug: slug(),
  title: title(),
  description: description().nullable(),
  status: z.enum(itemStatuses),
  roadmapSummary: roadmapSummary().nullable(),
  authorName: name(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
};

const counts = {
  voteCount: z.int().min(0),
  commentCount: z.int().min(0).meta({ description: 'Does not include hidden comments.' }),
};

export const publicItemSchema = z.object({ ...publicFields, authorKind: authorKind(), ...counts }).meta({
  id: 'PublicFeedbackItem',
  description: 'An idea or bug report on a portal, as the public sees it.',
});

export type PublicItem = z.output<typeof publicItemSchema>;

/** Append new fields at the end: their order is part of the stored format. */
export const storedItemSchema = z.object({
  ...publicFields,
  portalId: uuid(),
  authorId: uuid(),
  storyIds: storyIds(),
  hidden: z.boolean().meta({ description: 'Whether a moderator has hidden it from the public.' }),
  authorKind: authorKind(),
});

export type StoredItem = z.output<typeof storedItemSchema>;

export const itemSchema = z
  .object({ ...storedItemSchema.shape, ...counts })
  .meta({ id: 'FeedbackItem', description: 'An idea or bug report on a feedback portal.' });

export type FeedbackItem = z.output<typeof itemSchema>;

/** What a visitor sends to submit an item. */
export const submissionSchema = z.strictObject({
  boardId: uuid(),
  title: title(),
  description: description().optional(),
});

export const itemCreateSchema = z
  .strictObject({
    ...submissionSchema.shape,
    status: z.enum(itemStatuses).default('pending'),
    roadmapSummary: roadmapSummary().optional(),
    storyIds: storyIds().optional().meta({ default: [] }),
  })
  .meta({ id: 'CreateFeedbackItemRequest' });

/** The update schema of an item. */
export const itemPatch = definePatch('UpdateFeedbackItemRequest', {
  fields: {
    boardId: uuid(),
    title: title(),
    description: description(),
    status: z.enum(itemStatuses),
    roadmapSummary: roadmapSummary(),
    storyIds: storyIds(),
    hidden: z.boolean(),
  },
  cleared: { description: null, roadmapSummary: null, storyIds: [] },
});

/** An item as the public sees it. */
export function toPublicItem(item: FeedbackItem): PublicItem {
  const { portalId: _p, authorId: _a, storyIds: _s, hidden: _h, ...shown } = item;
  return shown;
}
