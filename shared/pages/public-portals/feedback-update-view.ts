import { excerptOf, plainNote } from '../../feedback/markdown/excerpt.ts';
import { withOpeningImage } from '../../feedback/markdown/markdown.ts';
import type { PublicUpdate } from '../../feedback/updates/update.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses } from '../portal/addresses.ts';
import { statusBadge } from '../portal/components-view.ts';
import { coverView } from '../portal/cover-view.ts';
import { dateElement } from '../messages/times-view.ts';
import { DESCRIPTION_MAX_CHARACTERS, type PictureFacts } from '../portal/head-view.ts';
import type { PortalView } from '../portal/layout-view.ts';
import type { ShownPortal } from '../portal/public-portal.ts';
import { articleData } from './structured-data.ts';

interface UpdatePage {
  t: PageTexts;
  portal: ShownPortal;
  update: PublicUpdate;
  /** What is known of the picture of its cover. */
  cover: PictureFacts | undefined;
  /** Its rendered body. */
  markup: Html;
}

/** The page of one update. */
export function feedbackUpdateView({ t, portal, update, cover, markup }: UpdatePage): PortalView {
  const { slug: portalSlug } = portal;
  const { title, summary, body, coverImageUrl, publishedAt, linkedItems } = update;
  return {
    path: addresses.update(portalSlug, update.slug),
    tab: 'changelog',
    title,
    description: summary ? plainNote(summary) : excerptOf(body, DESCRIPTION_MAX_CHARACTERS),
    picture: coverImageUrl
      ? { ...cover, url: coverImageUrl }
      : { path: addresses.updatePicture(portalSlug, update.slug) },
    type: 'article',
    data: (baseUrl) => articleData(portal, update, t.text('layout.changelog'), baseUrl),
    body: html`<article class="article narrow">
      <header>
        <span class="date">${dateElement(publishedAt, t)}</span>
        <h1 dir="auto">${title}</h1>
        ${summary && html`<p class="lead" dir="auto">${plainNote(summary)}</p>`}
      </header>
      ${coverImageUrl && coverView(coverImageUrl, { isFirst: true })}
      <section class="part prose" dir="auto">${coverImageUrl ? markup : withOpeningImage(markup)}</section>
      ${
        linkedItems.length > 0 &&
        html`<section class="part">
          <h2>${t.text('update.asked')}</h2>
          <ul class="plain items">
            ${linkedItems.map(
              (item) =>
                html`<li class="card mini">
                  <h3>
                    <a href="${addresses.item(portalSlug, item.slug)}"><bdi>${item.title}</bdi></a>
                  </h3>
                  <div class="facts">${statusBadge(item.status, t)}</div>
                </li>`,
            )}
          </ul>
        </section>`
      }
      <p class="more"><a href="${addresses.updates(portalSlug)}">${t.text('update.all')}</a></p>
    </article>`,
  };
}
