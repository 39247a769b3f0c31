import { plainNote } from '../../feedback/markdown/excerpt.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { addresses, withQuery } from '../portal/addresses.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { dateElement, timeElement } from '../messages/times-view.ts';
import type { PortalView } from '../portal/layout-view.ts';
import { outcomeView } from '../kit/form-view.ts';
import { manageView } from './manage-nav-view.ts';

interface Updates {
  t: PageTexts;
  slug: string;
  updates: readonly FeedbackUpdate[];
  nextCursor: string | null;
  done: string | undefined;
}

/** The page with all updates of a portal, newest first. */
export const updatesView = ({ t, slug, updates, nextCursor, done }: Updates): PortalView =>
  manageView({
    t,
    slug,
    path: addresses.manageUpdates(slug),
    tab: 'updates',
    title: t.text('manage.updates'),
    body: html`${outcomeView(done, undefined)}
      <p><a class="button" href="${addresses.newUpdate(slug)}">${t.text('updates.write')}</a></p>
      ${
        updates.length === 0
          ? html`<p>${t.text('updates.none')}</p>`
          : html`<ul class="plain posts">
              ${updates.map((update) => updateRow(t, slug, update))}
            </ul>`
      }
      ${
        nextCursor !== null &&
        html`<p class="more">
          <a rel="next" href="${withQuery(addresses.manageUpdates(slug), { cursor: nextCursor })}"
            >${t.text('list.more')}</a
          >
        </p>`
      }`,
  });

const updateRow = (
  t: PageTexts,
  slug: string,
  { slug: updateSlug, title, summary, publishedAt, scheduledFor }: FeedbackUpdate,
): Html =>
  html`<li class="card">
    <h2>
      <a href="${addresses.manageUpdate(slug, updateSlug)}"><bdi>${title}</bdi></a>
    </h2>
    ${summary && html`<p dir="auto">${plainNote(summary)}</p>`}
    <div class="facts">
      ${
        publishedAt === null
          ? html`<span class="tag">${t.text('updates.draft')}</span> ${
                scheduledFor &&
                html`<span>${t.markup('updates.scheduledFor', { time: timeElement(scheduledFor, t) })}</span>`
              }`
          : html`<span>${t.markup('updates.publishedOn', { date: dateElement(publishedAt, t) })}</span>`
      }
    </div>
  </li>`;
