import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import type { PublicUpdate } from '../../feedback/updates/update.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { addresses } from './addresses.ts';
import { dateElement, statusBadge } from './components-view.ts';
import { DESCRIPTION_MAX_CHARACTERS, type PortalView } from './layout-view.ts';

/** The page of one update. `markup` is its rendered body. */
export function feedbackUpdateView(portalSlug: string, update: PublicUpdate, markup: Html): PortalView {
  const { title, summary, body, coverImageUrl, publishedAt, linkedItems } = update;
  return {
    path: addresses.update(portalSlug, update.slug),
    tab: 'changelog',
    title,
    description: summary ? summary : excerptOf(body, DESCRIPTION_MAX_CHARACTERS),
    imageUrl: coverImageUrl,
    type: 'article',
    body: html`<article class="article narrow">
      <header>
        <span class="date">${dateElement(publishedAt)}</span>
        <h1 dir="auto">${title}</h1>
        ${summary && html`<p class="lead" dir="auto">${summary}</p>`}
      </header>
      ${coverImageUrl && html`<img class="cover" src="${new URL(coverImageUrl).pathname}" alt="" />`}
      <section class="part prose" dir="auto">${markup}</section>
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
