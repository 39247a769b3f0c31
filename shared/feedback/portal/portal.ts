import * as z from 'zod';
import { nameKey } from '../../kernel/core/name-key.ts';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import {
  ADDRESS_MAX_CHARACTERS,
  color,
  name,
  shownAddress,
  text,
  timestamp,
  uuid,
  memoize,
  webAddress,
} from '../../kernel/core/schema.ts';
import { languages } from '../../kernel/core/languages.ts';
import { imageId } from './image.ts';
import { formerSlugs, slug } from '../../kernel/slugs/slug.ts';

export const BOARDS_MAX = 20;

const about = () => text({ min: 0, max: 2_000, multiline: true });
const boardAbout = () => text({ min: 0, max: 300 });

export const boardSchema = memoize(() =>
  z
    .object({ id: uuid(), name: name(), description: boardAbout().nullable() })
    .meta({ id: 'FeedbackBoard', description: 'A topic that a portal collects feedback on.' }),
);

export type Board = z.output<ReturnType<typeof boardSchema>>;

/** Boards in a request: with an id to keep one, without to create one. */
const boardsInput = () =>
  z
    .array(
      z
        .strictObject({
          id: uuid().optional(),
          name: name(),
          description: boardAbout().nullable().optional(),
        })
        .meta({ id: 'FeedbackBoardInput' }),
    )
    .max(BOARDS_MAX, { error: `must contain at most ${BOARDS_MAX} entries` })
    .refine((boards) => areDifferent(boards.map((board) => nameKey(board.name))), {
      error: 'must not contain two boards with the same name',
    })
    .refine((boards) => areDifferent(boards.flatMap(({ id }) => id ?? [])), {
      error: 'must not contain the same id twice',
    })
    .meta({
      description:
        'All boards in order. Include the id of existing boards; entries without an id are created.',
    });

export type BoardInput = z.output<ReturnType<typeof boardsInput>>[number];

const areDifferent = (values: readonly string[]): boolean => new Set(values).size === values.length;

export const visibilities = ['public', 'private'] as const;

const visibility = () =>
  z.enum(visibilities).meta({ description: 'A private portal returns 404 to the public.' });

/** The maximum number of sites that may show a portal in a frame: each is part of a header of every page. */
const EMBED_ORIGINS_MAX = 20;

/** An origin as Content-Security-Policy names it; `http` only for trying it out on one's own machine. */
export const EMBED_ORIGIN =
  /^(?:https:\/\/(?:\*\.)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+|https?:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/;

const NO_ORIGIN = 'must be an origin such as https://www.example.com, without a path';

const EMBED_ORIGINS =
  'Origins of the sites that may show the portal in a frame, such as https://www.example.com or https://*.example.com.';

/** In a request; stored ones have been validated. */
const embedOrigins = () =>
  z
    .array(z.string().max(200, { error: NO_ORIGIN, abort: true }).regex(EMBED_ORIGIN, { error: NO_ORIGIN }))
    .max(EMBED_ORIGINS_MAX, { error: `must contain at most ${EMBED_ORIGINS_MAX} entries` })
    .refine(areDifferent, { error: 'must not contain the same origin twice' })
    .meta({ description: EMBED_ORIGINS });

/** Whether an origin, as browsers send it, is among those of a portal. */
export const isEmbedOrigin = (origin: string, listed: readonly string[]): boolean =>
  listed.some((one) => {
    const [scheme, domain] = one.split('//*.');
    if (domain === undefined) return origin === one;
    return origin.startsWith(`${scheme}//`) && origin.endsWith(`.${domain}`);
  });

const language = () =>
  z.enum(languages).meta({
    description: 'The language of its pages for readers whose browsers ask for none that there is.',
  });

/** A link to the company's own pages, which the law of some countries demands. */
const LEGAL_LINK = 'Linked at the foot of every page.';
const legalLink = () => webAddress().meta({ description: LEGAL_LINK, maxLength: ADDRESS_MAX_CHARACTERS });
const shownLegalLink = () => shownAddress().meta({ description: LEGAL_LINK });

/** A host name that a portal can have of its own. */
export const portalHost = () =>
  z.hostname({ error: 'must be a host name such as feedback.example.com' }).lowercase().max(253);

export const portalSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      name: name(),
      slug: slug().meta({
        description: "Unique among all portals. The portal's URL is /portals/{slug}/feedback.",
      }),
      formerSlugs: formerSlugs(),
      description: about().nullable(),
      color: color(),
      logoImageId: imageId().nullable(),
      visibility: visibility(),
      boards: z.array(boardSchema()).max(BOARDS_MAX),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      embedOrigins: z.array(z.string()).meta({ description: EMBED_ORIGINS }),
      websiteUrl: shownLegalLink().nullable(),
      privacyUrl: shownLegalLink().nullable(),
      imprintUrl: shownLegalLink().nullable(),
      language: language(),
      host: z
        .string()
        .nullable()
        .meta({ description: 'A host name of its own, if the operator of the deployment has set one.' }),
    })
    .meta({ id: 'Portal', description: 'A website where customers see plans, vote and submit ideas.' }),
);

export type Portal = z.output<ReturnType<typeof portalSchema>>;

export const portalCreateSchema = memoize(() =>
  z
    .strictObject({
      name: name(),
      slug: slug().optional().meta({ description: 'Derived from the name if omitted.' }),
      description: about().optional(),
      color: color().default('#4f46e5'),
      visibility: visibility().default('private'),
      boards: boardsInput().optional().meta({ default: [] }),
      embedOrigins: embedOrigins().default([]),
      websiteUrl: legalLink().optional(),
      privacyUrl: legalLink().optional(),
      imprintUrl: legalLink().optional(),
      language: language().default('en'),
    })
    .meta({ id: 'CreatePortalRequest' }),
);

/** The update schema of a portal. */
export const portalPatch = definePatch('UpdatePortalRequest', {
  fields: () => ({
    name: name(),
    slug: slug(),
    description: about(),
    color: color(),
    logoImageId: imageId(),
    visibility: visibility(),
    boards: boardsInput(),
    embedOrigins: embedOrigins(),
    websiteUrl: legalLink(),
    privacyUrl: legalLink(),
    imprintUrl: legalLink(),
    language: language(),
  }),
  cleared: { description: null, logoImageId: null, websiteUrl: null, privacyUrl: null, imprintUrl: null },
});

/** Stored boards for the boards in a request; those without an id get one. */
export const toBoards = (boards: readonly BoardInput[], newId: () => string): Board[] =>
  boards.map(({ id, name: called, description = null }) => ({
    id: id ?? newId(),
    name: called,
    description,
  }));
