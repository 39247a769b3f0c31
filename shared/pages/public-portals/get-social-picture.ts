import { entityTag, unlessKnown } from '../../kernel/api/http/entity-tag.ts';
import { cacheControl } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Language } from '../../kernel/core/languages.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsIn } from '../messages/texts-for.ts';
import { CACHE_SECONDS, findPublicPortal } from './find-portal.ts';
import { findPublicItem } from './find-item.ts';
import { findUpdateId, publishedOrThrow } from './find-updates.ts';
import type { SocialPicture } from './social-picture-view.ts';

/** What a picture shows, in the language of the portal, since networks ask in none. */
interface Shown {
  portal: { name: string; color: string; language: Language };
  title: (t: PageTexts) => string;
  facts: (t: PageTexts) => Pick<SocialPicture, 'fact' | 'status'>;
}

/** Draws a picture of 1,200 by 630 pixels, once for all who have its ETag. */
const picture =
  (find: (call: WebCall) => Promise<Shown>) =>
  async (call: WebCall): Promise<WebResponse> =>
    await draw(call, await find(call));

async function draw({ request }: WebCall, { portal, title, facts }: Shown): Promise<WebResponse> {
  const [{ drawSvg, FONT_FAMILY }, { drawable }, { socialPictureView }, t] = await Promise.all([
    import('../../kernel/pixels/draw-svg.ts'),
    import('./drawable.ts'),
    import('./social-picture-view.ts'),
    textsIn(portal.language),
  ]);
  const name = drawable(portal.name) ?? '';
  const texts = { color: portal.color, name, title: drawable(title(t)) ?? name, ...facts(t) };
  const svg = socialPictureView(texts, FONT_FAMILY).text;
  const headers = {
    'content-type': 'image/png',
    'cache-control': cacheControl(CACHE_SECONDS),
    'cross-origin-resource-policy': 'cross-origin',
    etag: entityTag(svg),
  };
  const known = unlessKnown(request, { status: 200, headers });
  return known.status === 304 ? known : { ...known, body: await drawSvg(svg, Object.values(texts).join('')) };
}

/** Of a portal. */
export const getPortalPicture = picture(async ({ read, request }) => {
  const portal = await findPublicPortal(read, request.parameters['portalSlug']!);
  const title = redactEmailAddresses(portal.name);
  return {
    portal: { ...portal, name: title },
    title: () => title,
    facts: (t) => ({ fact: t.text('layout.feedback') }),
  };
});

/** Of an idea: its votes and its status. */
export const getItemPicture = picture(async ({ read, request }) => {
  const { portal, item } = await findPublicItem(read, request.parameters, async () => undefined);
  return {
    portal: { ...portal, name: redactEmailAddresses(portal.name) },
    title: () => item.title,
    facts: (t) => ({
      fact: t.text('votes', { count: item.voteCount }),
      status: t.text(`status.${item.status}`),
    }),
  };
});

/** Of an update: the day on which it was published. */
export const getUpdatePicture = picture(async (call) => {
  const [portal, updateId] = await findUpdateId(call.read, call.request.parameters);
  const { title, publishedAt } = await publishedOrThrow(call.read, updateId, call.services.baseUrl());
  return {
    portal: { ...portal, name: redactEmailAddresses(portal.name) },
    title: () => title,
    facts: (t) => ({ fact: t.text('layout.changelog'), status: t.date(publishedAt) }),
  };
});
