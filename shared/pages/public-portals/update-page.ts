import { readAhead } from '../../kernel/db/read-ahead.ts';
import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import { renderMarkdown } from '../../feedback/markdown/markdown.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PublicUpdate } from '../../feedback/updates/update.ts';
import { getOneMarkup } from '../../feedback/updates/update-store.ts';
import { addresses } from './addresses.ts';
import { DESCRIPTION_MAX_CHARACTERS, portalPage } from './layout.ts';
import { findUpdateId } from './find-updates.ts';
import { dateOf, statusBadge } from './components.ts';
import { loadPageContext, type PageContext } from './page-context.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { PublicPage } from '../../kernel/api/operation/public-serving.ts';

interface UpdatePageContext extends PageContext {
  /** The body as rendered when it was written. */
  markup: Html | undefined;
}

/** The page of one update. */
export const updatePage: PublicPage<PublicUpdate, UpdatePageContext> = {
  async load(call) {
    const [around, markup] = await Promise.all([loadPageContext(call), findMarkup(call)]);
    return { ...around, markup };
  },
  render: ({ data: update }, { markup, ...around }) =>
    portalPage({ ...around, ...content(around.portal.slug, update, markup ?? renderMarkdown(update.body)) }),
};

/** Issued together with the operation, so that the reads of both share a batch. */
async function findMarkup(call: WebCall): Promise<Html | undefined> {
  const { parameters, path } = call.request;
  const read = readAhead(call.read, `markup of ${path}`);
  const [, updateId] = await findUpdateId(read, parameters);
  return await getOneMarkup(read, updateId);
}

function content(portalSlug: string, update: PublicUpdate, markup: Html) {
  const { title, summary, body, coverImageUrl, publishedAt, linkedItems } = update;
  return {
    path: addresses.update(portalSlug, update.slug),
    tab: 'changelog' as const,
    title,
    description: summary ? summary : excerptOf(body, DESCRIPTION_MAX_CHARACTERS),
    imageUrl: coverImageUrl,
    type: 'article' as const,
    body: html`<article class="article narrow">
      <header>
        <span class="date">${dateOf(publishedAt)}</span>
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
