import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import {
  longText,
  name,
  text,
  timestamp,
  titleText,
  uniqueList,
  uuid,
  memoize,
} from '../../kernel/core/schema.ts';
import { hasVisibleCharacter, VISIBLE_ERROR } from '../../kernel/core/visible.ts';
import { origin } from '../../kernel/core/origin.ts';
import { titleSlug } from '../../kernel/slugs/slug.ts';

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
export const authorKinds = ['user', 'service_account', 'visitor'] as const;
export type AuthorKind = (typeof authorKinds)[number];

/** Of an item or comment. */
export const hiddenMark = () =>
  z.boolean().meta({ description: 'Whether a moderator has hidden it from the public.' });

export const authorKind = () =>
  z.enum(authorKinds).meta({
    description:
      "`user` for a member of the portal's workspace at the time, `service_account` for a program of it, else `visitor`.",
  });

/** The most stories of an item. */
export const STORIES_MAX = 20;

const title = () => titleText(200);
/** The longest description of an item, in characters. */
export const DESCRIPTION_MAX_CHARACTERS = 16 * 1024;

const description = () => longText(DESCRIPTION_MAX_CHARACTERS).meta({ description: 'Markdown.' });
export const roadmapSummary = () => text({ min: 0, max: 500 });
export const storyIds = () =>
  uniqueList(uuid(), STORIES_MAX).meta({
    description: 'Linked stories. Once all are done, the item is completed.',
  });

const TAGS_MAX = 20;
/** Without the comma, which separates values in queries, and the `@` of email addresses. */
export const tag = () =>
  text({ max: 40 })
    .refine((value) => !/[@,]/.test(value), { error: 'must not contain a comma or an @' })
    .refine(hasVisibleCharacter, VISIBLE_ERROR);
export const tags = () => uniqueList(tag(), TAGS_MAX);
const officialCommentId = () =>
  uuid().meta({ description: 'A comment by the team, shown first as the official answer.' });

/** The public fields of an item (docs/specification.md, "Public portals"). */
const publicFields = memoize(() => ({
  id: uuid(),
  boardId: uuid(),
  slug: titleSlug(),
  title: title(),
  description: description().nullable(),
  status: z.enum(itemStatuses),
  roadmapSummary: roadmapSummary().nullable(),
  authorName: name(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}));

const counts = memoize(() => ({
  voteCount: z.int().min(0),
  commentCount: z.int().min(0).meta({ description: 'Without hidden comments.' }),
}));

export const publicItemSchema = memoize(() =>
  z
    .object({ ...publicFields(), authorKind: authorKind(), origin: origin(), tags: tags(), ...counts() })
    .meta({
      id: 'PublicFeedbackItem',
      description: 'An idea or bug report on a portal, as the public sees it.',
    }),
);

export type PublicItem = z.output<ReturnType<typeof publicItemSchema>>;

export const storedItemSchema = memoize(() =>
  z.object({
    ...publicFields(),
    portalId: uuid(),
    authorId: uuid(),
    storyIds: storyIds(),
    hidden: hiddenMark(),
    authorKind: authorKind(),
    officialCommentId: officialCommentId().nullable(),
    addedBy: uuid().nullable(),
    mergedIntoId: uuid().nullable().meta({
      description:
        'The item that it duplicates. It is hidden, its URL redirects, and its votes and comments count there.',
    }),
    tags: tags().meta({ description: 'Shown to the public.' }),
    internalTags: tags().meta({ description: 'Shown to the workspace only.' }),
    importedAt: timestamp().optional(),
  }),
);

export const itemSchema = memoize(() =>
  z
    .object({ ...storedItemSchema().shape, ...counts(), origin: origin() })
    .meta({ id: 'FeedbackItem', description: 'An idea or bug report on a feedback portal.' }),
);

export type FeedbackItem = z.output<ReturnType<typeof itemSchema>>;

/** The schema of an item that a visitor submits. */
export const submissionSchema = memoize(() =>
  z.strictObject({
    boardId: uuid(),
    title: title(),
    description: description().optional(),
  }),
);

/** The update schema of an item. */
export const itemPatch = definePatch('UpdateFeedbackItemRequest', {
  fields: () => ({
    boardId: uuid(),
    title: title(),
    description: description(),
    status: z.enum(itemStatuses),
    roadmapSummary: roadmapSummary(),
    storyIds: storyIds(),
    hidden: z.boolean(),
    officialCommentId: officialCommentId(),
    tags: tags(),
    internalTags: tags(),
  }),
  cleared: {
    description: null,
    roadmapSummary: null,
    storyIds: [],
    officialCommentId: null,
    tags: [],
    internalTags: [],
  },
});

/** An item as the public sees it. */
export function toPublicItem(item: FeedbackItem): PublicItem {
  const { portalId: _p, authorId: _a, storyIds: _s, hidden: _h, importedAt: _i, ...rest } = item;
  const { officialCommentId: _o, internalTags: _t, mergedIntoId: _m, addedBy: _b, ...shown } = rest;
  return shown;
}
