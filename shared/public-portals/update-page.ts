import type { WebCall } from '../api/logged-route.ts';
import type { PublicAnswer } from '../api/public-operation.ts';
import type { WebResponse } from '../api/web-route.ts';
import { html } from '../pages/html.ts';
import type { PublicUpdate } from '../updates/update.ts';
import { addresses } from './addresses.ts';
import { portalPage } from './document.ts';
import { findPublicPortal, showPortal } from './find-portal.ts';
import { renderMarkdown } from './markdown.ts';
import { dateOf, statusBadge } from './parts.ts';
import { signedInVisitor } from './visitor.ts';

/** The page of one update. */
export async function updatePage(
  { data: update }: PublicAnswer<PublicUpdate>,
  call: WebCall,
): Promise<WebResponse> {
  const baseUrl = call.services.baseUrl();
  const [visitor, found] = await Promise.all([
    signedInVisitor(call),
    findPublicPortal(call.read, call.request.parameters['portalSlug']!),
  ]);
  const portal = showPortal(found, baseUrl);
  const { title, summary, body, coverImageUrl, publishedAt, linkedItems } = update;
  return portalPage({
    ...{ portal, visitor, baseUrl },
    path: addresses.update(portal.slug, update.slug),
    tab: 'changelog',
    title,
    description: summary ?? body,
    imageUrl: coverImageUrl,
    type: 'article',
    body: html`<article class="article">
      <header dir="auto">
        <span class="date">${dateOf(publishedAt)}</span>
        <h1>${title}</h1>
        ${summary && html`<p class="lead">${summary}</p>`}
      </header>
      ${coverImageUrl && html`<img class="cover" src="${new URL(coverImageUrl).pathname}" alt="" />`}
      <section class="part prose" dir="auto">${renderMarkdown(body)}</section>
      ${
        linkedItems.length > 0 &&
        html`<section class="part">
          <h2>You asked for it</h2>
          <ul class="plain items">
            ${linkedItems.map(
              (item) =>
                html`<li class="card mini">
                  <h3>
                    <a href="${addresses.item(portal.slug, item.slug)}"><bdi>${item.title}</bdi></a>
                  </h3>
                  <div class="facts">${statusBadge(item.status)}</div>
                </li>`,
            )}
          </ul>
        </section>`
      }
      <p class="more"><a href="${addresses.updates(portal.slug)}">All news</a></p>
    </article>`,
  });
}
