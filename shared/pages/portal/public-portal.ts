import * as z from 'zod';
import { publicItemSchema } from '../../feedback/items/item.ts';
import { imageUrl } from '../../feedback/portal/image.ts';
import { boardSchema, BOARDS_MAX, type Portal } from '../../feedback/portal/portal.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { languages } from '../../kernel/core/languages.ts';
import { color, name, memoize, text, timestamp, uuid } from '../../kernel/core/schema.ts';
import { titleSlug } from '../../kernel/slugs/slug.ts';

/** Longer texts are no search. */
export const Q_MAX_CHARACTERS = 200;

/** Slugs as in docs/specification.md, "Values"; no portal has a longer one. */
export const slugParameter = memoize(() =>
  z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/)
    .max(100)
    .meta({ description: 'The slug in the URL of the portal or update. Former slugs redirect.' }),
);

/** Whether the parameters of a page's path can be what they name: another leads nowhere, and can be too long for a key. */
export const areSlugs = (parameters: Readonly<Record<string, string>>): boolean =>
  Object.entries(parameters).every(
    ([name, text]) => (name === 'itemSlug' ? titleSlug() : slugParameter()).safeParse(text).success,
  );

/** The fields of a portal on all of its pages. */
const portalFields = memoize(() => ({
  id: uuid(),
  workspaceId: uuid().meta({ description: 'The workspace that the portal belongs to.' }),
  name: name(),
  slug: slugParameter(),
  description: text({ min: 0, max: 2_000, multiline: true }).nullable(),
  color: color(),
  logoUrl: z.url().nullable(),
  boards: z.array(boardSchema()).max(BOARDS_MAX),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  embedOrigins: z
    .array(z.string())
    .meta({ description: 'Origins of the sites that may show its pages in a frame.' }),
  websiteUrl: z.url().nullable(),
  privacyUrl: z.url().nullable(),
  imprintUrl: z.url().nullable(),
  host: z
    .string()
    .nullable()
    .meta({ description: 'The host name of its own under which its pages are, if it has one.' }),
  language: z.enum(languages).meta({ description: 'The language of its pages for readers who prefer none.' }),
}));

export const publicPortalSchema = memoize(() =>
  z
    .object({
      ...portalFields(),
      items: z.array(publicItemSchema()),
      itemsHasMore: z.boolean(),
      itemsNextCursor: z
        .string()
        .nullable()
        .meta({ description: 'Send it as cursor, with all other parameters unchanged, to get more items.' }),
    })
    .meta({ id: 'PublicPortal', description: 'A feedback portal and its items, as the public sees them.' }),
);

export type PublicPortal = z.output<ReturnType<typeof publicPortalSchema>>;

/** A portal as the public sees it, with email addresses masked. */
export function showPortal(portal: Portal, baseUrl: string) {
  const { formerSlugs: _f, visibility: _v, logoImageId, ...shown } = portal;
  const text = (written: string | null) => (written === null ? null : redactEmailAddresses(written));
  return {
    ...shown,
    name: redactEmailAddresses(portal.name),
    description: text(portal.description),
    boards: portal.boards.map(({ id, name: called, description }) => ({
      id,
      name: redactEmailAddresses(called),
      description: text(description),
    })),
    logoUrl: logoImageId === null ? null : imageUrl(baseUrl, logoImageId),
  };
}

export type ShownPortal = ReturnType<typeof showPortal>;
