import { excerptOf, plainNote } from '../../feedback/markdown/excerpt.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PublicUpdate } from '../../feedback/updates/update.ts';
import { csrfField } from '../session/form-fields-view.ts';
import { signInPath } from '../session/next-path.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { addresses, DONE, SUBSCRIBED, withQuery } from '../portal/addresses.ts';
import { check } from '../portal/components-view.ts';
import { coverView } from '../portal/cover-view.ts';
import { doneNote } from '../views/done-note-view.ts';
import { dateElement } from '../messages/times-view.ts';
import type { PortalView, PortalVisitor } from '../portal/layout-view.ts';
import type { ShownPortal } from '../portal/public-portal.ts';

const EXCERPT_MAX_CHARACTERS = 320;
/** As much of a paragraph as is looked at for whole sentences. */
const PARAGRAPH_MAX_CHARACTERS = 1_000;

interface Changelog {
  t: PageTexts;
  portal: ShownPortal;
  updates: readonly PublicUpdate[];
  /** Who may ask for mail; undefined for who has to sign in first. */
  visitor: PortalVisitor | undefined;
  isSubscribed: boolean;
  /** What the visitor has just done. */
  done: PlainText | undefined;
  /** Of this page and of the next. */
  cursor: string | undefined;
  nextCursor: string | null;
}

/** The page of a portal's published updates. */
export function changelogView(page: Changelog): PortalView {
  const { t, portal, updates, cursor, nextCursor, done } = page;
  const all = addresses.updates(portal.slug);
  return {
    path: withQuery(all, { cursor }),
    canonicalPath: all,
    isIndexed: cursor === undefined,
    tab: 'changelog',
    title: t.text('layout.changelog'),
    description: t.text('changelog.about', { portal: portal.name }),
    body: html`<div class="narrow">
      <div class="intro">
        <h1>${t.text('layout.changelog')}</h1>
        <p>
          ${t.text('changelog.lead')}
          <a href="${addresses.feed(portal.slug)}">${t.text('layout.feed')}</a>
        </p>
        ${done && doneNote(t.text(done))}
        <div class="subscription">${mailButton(page)}</div>
      </div>
      ${updates.map((update, position) => news(portal.slug, update, t, position === 0))}
      ${
        updates.length === 0 &&
        html`<div class="card empty">
          <h2>${t.text('changelog.empty')}</h2>
          <p>${t.text('changelog.emptyText')}</p>
        </div>`
      }
      ${nextCursor !== null && html`<a class="more" rel="next" href="${withQuery(all, { cursor: nextCursor })}">${t.text('changelog.older')}</a>`}
    </div>`,
  };
}

function mailButton({ t, portal, visitor, isSubscribed }: Changelog): Html {
  if (!visitor) {
    const subscribed = withQuery(addresses.updates(portal.slug), { [DONE]: SUBSCRIBED });
    return html`<a class="button quiet" href="${signInPath(subscribed)}">${t.text('changelog.mail')}</a>`;
  }
  return html`<form method="post" action="${addresses.subscription(portal.slug)}">
    ${csrfField(visitor)}
    <button
      class="button quiet"
      name="subscribe"
      value="${isSubscribed ? 'no' : 'yes'}"
      aria-pressed="${isSubscribed ? 'true' : 'false'}"
    >
      ${isSubscribed && check}${t.text(isSubscribed ? 'changelog.mailOn' : 'changelog.mail')}
    </button>
  </form>`;
}

function news(slug: string, update: PublicUpdate, t: PageTexts, isFirst: boolean): Html {
  const { title, summary, body, coverImageUrl, publishedAt } = update;
  const said = summary ? plainNote(summary) : openingOf(body, t.language);
  return html`<article class="card news">
    ${coverImageUrl && coverView(coverImageUrl, { isFirst })}
    <div class="inside">
      <span class="date">${dateElement(publishedAt, t)}</span>
      <h2 dir="auto"><a href="${addresses.update(slug, update.slug)}">${title}</a></h2>
      ${said !== '' && html`<p dir="auto">${said}</p>`}
    </div>
  </article>`;
}

/** The first paragraph of a text that has words, or as many of its sentences as there is room for. */
function openingOf(body: string, language: string): string {
  const paragraphs = withoutHeading(body).split(/\n{2,}/);
  const first =
    paragraphs.map((one) => excerptOf(one, PARAGRAPH_MAX_CHARACTERS)).find((one) => one !== '') ?? '';
  if (first.length <= EXCERPT_MAX_CHARACTERS) return first;
  let opening = '';
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(first)) {
    if (opening.length + segment.trimEnd().length > EXCERPT_MAX_CHARACTERS) break;
    opening += segment;
  }
  return opening.trimEnd() || excerptOf(first, EXCERPT_MAX_CHARACTERS);
}

/** A text without the headings that it begins with, which say less than what is below them. */
const withoutHeading = (markdown: string): string =>
  markdown.trimStart().replace(/^(?:#{1,6}[ \t][^\n]*\n+)+/, '') || markdown;
