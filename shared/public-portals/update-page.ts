import type { PublicPage } from '../api/public-operation.ts';
import { html } from '../pages/html.ts';
import type { PublicUpdate } from '../updates/update.ts';
import { addresses } from './addresses.ts';
import { ABOUT, portalPage } from './document.ts';
import { excerptOf } from './excerpt.ts';
import { renderMarkdown } from './markdown.ts';
import { dateOf, statusBadge } from './parts.ts';
import { surroundings, type Surroundings } from './surroundings.ts';

/** The page of one update. */
export const updatePage: PublicPage<PublicUpdate, Surroundings> = {
  beside: surroundings,
  show: ({ data: update }, around) => portalPage({ ...around, ...content(around.portal.slug, update) }),
};

function content(portalSlug: string, update: PublicUpdate) {
  const { title, summary, body, coverImageUrl, publishedAt, linkedItems } = update;
  return {
    path: addresses.update(portalSlug, update.slug),
    tab: 'changelog' as const,
    title,
    description: summary ? summary : excerptOf(body, ABOUT),
    imageUrl: coverImageUrl,
    type: 'article' as const,
    body: html`<article class="article narrow">
      <header>
        <span class="date">${dateOf(publishedAt)}</span>
        <h1 dir="auto">${title}</h1>
        ${summary && html`<p class="lead" dir="auto">${summary}</p>`}
      </header>
      ${coverImageUrl && html`<img class="cover" src="${new URL(coverImageUrl).pathname}" alt="" />`}
      <section class="part prose" dir="auto">${renderMarkdown(body)}</section>
      ${
        linkedItems.length > 0 &&
        html`<section class="part">
          <h2>You asked for this</h2>
          <ul class="plain items">
            ${linkedItems.map(
              (item) =>
                html`<li class="card mini">
                  <h3>
                    <a href="${addresses.item(portalSlug, item.slug)}"><bdi>${item.title}</bdi></a>
                  </h3>
                  <div class="facts">${statusBadge(item.status)}</div>
                </li>`,
            )}
          </ul>
        </section>`
      }
      <p class="more"><a href="${addresses.updates(portalSlug)}">All updates</a></p>
    </article>`,
  };
}
