import { entityTag, unlessKnown } from '../../kernel/api/http/entity-tag.ts';
import { cacheControl } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Language } from '../../kernel/core/languages.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsIn } from '../session/texts-for.ts';
import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import { getImage } from '../../feedback/portal/image-store.ts';
import { fileOf } from './get-portal-image.ts';
import { CACHE_SECONDS, findPublicPortal } from '../portal/find-portal.ts';
import { findPublicItem } from './find-item.ts';
import { findUpdateId, publishedOrThrow } from './find-updates.ts';
import type { SocialPicture } from './social-picture-view.ts';

/** What a picture shows, in the language of the portal, since networks ask in none. */
interface PictureContent {
  portal: { name: string; color: string; language: Language; logoImageId: string | null };
  title: (t: PageTexts) => string;
  /** What it is about, in Markdown. */
  about?: string | null;
  facts: (t: PageTexts) => Pick<SocialPicture, 'fact' | 'status' | 'votes'>;
}

/** Draws a picture of 1,200 by 630 pixels, once for all who have its ETag. */
const picture =
  (find: (call: WebCall) => Promise<PictureContent>) =>
  async (call: WebCall): Promise<WebResponse> =>
    await draw(call, await find(call));

async function draw(call: WebCall, { portal, title, about, facts }: PictureContent): Promise<WebResponse> {
  const [{ FONT_FAMILY }, { drawable }, { socialPictureView }, t, logo] = await Promise.all([
    import('../../kernel/pixels/draw-svg.ts'),
    import('./drawable.ts'),
    import('./social-picture-view.ts'),
    textsIn(portal.language),
    logoOf(portal, call),
  ]);
  const name = drawable(portal.name) ?? '';
  const excerpt = about
    ? drawable(excerptOf(redactEmailAddresses(about), EXCERPT_MAX_CHARACTERS))
    : undefined;
  const { votes, ...words } = facts(t);
  const texts = { name, title: drawable(title(t)) ?? name, excerpt, ...words };
  const svg = socialPictureView({ ...texts, color: portal.color, votes, logo }, FONT_FAMILY).text;
  return await drawnResponse(call, svg, Object.values(texts).join(''));
}

/** An SVG as a PNG, drawn once for all who have its ETag. `text` has all that is written in it. */
export async function drawnResponse({ request }: WebCall, svg: string, text: string): Promise<WebResponse> {
  const headers = {
    'content-type': 'image/png',
    'cache-control': cacheControl(CACHE_SECONDS),
    'cross-origin-resource-policy': 'cross-origin',
    etag: entityTag(svg),
  };
  const known = unlessKnown(request, { status: 200, headers });
  if (known.status === 304) return known;
  const { drawSvg } = await import('../../kernel/pixels/draw-svg.ts');
  return { ...known, body: await drawSvg(svg, text) };
}

/** Maximum length of the text below a title in characters. */
const EXCERPT_MAX_CHARACTERS = 160;

/** The width for which a logo is read, in pixels. */
const LOGO_WIDTH = 128;

/** A portal's logo as a data URL; undefined if it has none. */
export async function logoOf(
  { logoImageId }: Pick<PictureContent['portal'], 'logoImageId'>,
  call: WebCall,
): Promise<string | undefined> {
  const image = logoImageId === null ? undefined : await getImage(call.read, logoImageId);
  const file = image && (await fileOf(call, image, LOGO_WIDTH));
  return file && `data:${file.type};base64,${file.bytes.toString('base64')}`;
}

/** Of a portal. */
export const getPortalPicture = picture(async ({ read, request }) => {
  const portal = await findPublicPortal(read, request.parameters['portalSlug']!);
  const title = redactEmailAddresses(portal.name);
  return {
    portal: { ...portal, name: title },
    title: () => title,
    about: portal.description,
    facts: (t) => ({ fact: t.text('layout.feedback') }),
  };
});

/** Of an idea: its votes and its status. */
export const getItemPicture = picture(async ({ read, request }) => {
  const { portal, item } = await findPublicItem(read, request.parameters, async () => undefined);
  return {
    portal: { ...portal, name: redactEmailAddresses(portal.name) },
    title: () => item.title,
    about: item.description,
    facts: (t) => ({
      fact: t.text('votes', { count: item.voteCount }),
      status: t.text(`status.${item.status}`),
      votes: item.voteCount,
    }),
  };
});

/** Of an update: the day on which it was published. */
export const getUpdatePicture = picture(async (call) => {
  const [portal, updateId] = await findUpdateId(call.read, call.request.parameters);
  const { title, summary, publishedAt } = await publishedOrThrow(
    call.read,
    updateId,
    call.services.baseUrl(),
  );
  return {
    portal: { ...portal, name: redactEmailAddresses(portal.name) },
    title: () => title,
    about: summary,
    facts: (t) => ({ fact: t.text('layout.changelog'), status: t.date(publishedAt) }),
  };
});
