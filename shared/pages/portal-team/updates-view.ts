import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { addresses, withQuery } from '../public-portals/addresses.ts';
import { dateElement, timeElement } from '../messages/times-view.ts';
import type { PortalView } from '../public-portals/layout-view.ts';
import { outcomeView } from './form-view.ts';
import { manageView } from './manage-nav-view.ts';

interface Updates {
  slug: string;
  updates: readonly FeedbackUpdate[];
  nextCursor: string | null;
  done: string | undefined;
}

/** The page with all updates of a portal, newest first. */
export const updatesView = ({ slug, updates, nextCursor, done }: Updates): PortalView =>
  manageView({
    slug,
    path: addresses.manageUpdates(slug),
    tab: 'updates',
    title: 'Updates',
    body: html`${outcomeView(done, undefined)}
      <p><a class="button" href="${addresses.newUpdate(slug)}">Write an update</a></p>
      ${
        updates.length === 0
          ? html`<p>No updates yet. Published ones appear in the changelog.</p>`
          : html`<ul class="plain said">
              ${updates.map((update) => updateRow(slug, update))}
            </ul>`
      }
      ${
        nextCursor !== null &&
        html`<p class="more">
          <a rel="next" href="${withQuery(addresses.manageUpdates(slug), { cursor: nextCursor })}"
            >Show more</a
          >
        </p>`
      }`,
  });

const updateRow = (
  slug: string,
  { slug: updateSlug, title, summary, publishedAt, scheduledFor }: FeedbackUpdate,
): Html =>
  html`<li class="card">
    <h2>
      <a href="${addresses.manageUpdate(slug, updateSlug)}"><bdi>${title}</bdi></a>
    </h2>
    ${summary && html`<p dir="auto">${summary}</p>`}
    <div class="facts">
      ${
        publishedAt === null
          ? html`<span class="tag">Draft</span>
              ${scheduledFor && html`<span>Scheduled for</span> ${timeElement(scheduledFor)}`}`
          : html`<span>Published</span> ${dateElement(publishedAt)}`
      }
    </div>
  </li>`;
