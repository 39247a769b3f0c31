import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import { itemStatuses, type FeedbackItem } from '../../feedback/items/item.ts';
import { statusNames } from '../../feedback/items/status-names.ts';
import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { MailMode } from '../../identity/mail/preference-store.ts';
import { addresses, withQuery } from '../public-portals/addresses.ts';
import { pluralize } from '../public-portals/components-view.ts';
import { dateElement } from '../messages/times-view.ts';
import type { PortalView } from '../public-portals/layout-view.ts';
import { button, outcomeOf, outcomeView, selectField, teamForm, type FormBinding } from './form-view.ts';
import { manageView } from './manage-nav-view.ts';

export type InboxShows = 'new' | 'comments' | 'hidden' | 'all';

export interface InboxComment {
  comment: FeedbackComment;
  item: { slug: string; title: string };
}

interface Inbox extends FormBinding {
  slug: string;
  shows: InboxShows;
  /** Where the page begins, unless it is the first. */
  cursor: string | undefined;
  /** How the member gets mail about what visitors write. */
  mail: MailMode;
  items: readonly FeedbackItem[];
  nextCursor: string | null;
  comments: readonly InboxComment[];
  /** The form that was carried out. */
  done: string | undefined;
}

const EXCERPT_MAX_CHARACTERS = 240;

const names: Record<InboxShows, string> = {
  new: 'New ideas',
  comments: 'Comments',
  hidden: 'Hidden ideas',
  all: 'All ideas',
};

const outcomes: Record<string, string> = {
  status: 'Saved.',
  mail: 'Saved.',
  delete: 'The idea is deleted.',
};

const emptyTexts: Record<InboxShows, string> = {
  new: 'No new ideas. Each one that visitors post appears here until it gets a status.',
  comments: 'No comments by visitors yet.',
  hidden: 'You have not hidden any ideas.',
  all: 'No ideas yet.',
};

/** The page with the newest ideas and comments of a portal. */
export function inboxView(inbox: Inbox): PortalView {
  const { slug, shows, nextCursor, done } = inbox;
  const here = (show: InboxShows, cursor?: string) =>
    withQuery(addresses.manage(slug), { show: show === 'new' ? undefined : show, cursor });
  return manageView({
    slug,
    path: here(shows),
    tab: 'inbox',
    title: 'Inbox',
    body: html`${outcomeView(outcomeOf(outcomes, done), undefined)}
      <nav aria-label="Inbox">
        <ul class="plain choices">
          ${Object.entries(names).map(
            ([show, name]) =>
              html`<li>
                <a href="${here(show as InboxShows)}" ${show === shows && html`aria-current="true"`}
                  >${name}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      <section class="part" aria-labelledby="shown">
        <h2 id="shown">${names[shows]}</h2>
        ${rowsOf(inbox)}
        ${
          nextCursor !== null &&
          html`<p class="more"><a rel="next" href="${here(shows, nextCursor)}">Show more</a></p>`
        }
      </section>
      ${mailForm(inbox)}`,
  });
}

const mailForm = (inbox: Inbox): Html =>
  html`<section class="card sheet part" aria-labelledby="mail-title">
    <h2 id="mail-title">Email</h2>
    ${teamForm(
      inbox,
      addresses.manageMail(inbox.slug),
      {},
      html`${selectField('mail', 'Email me about new ideas and comments', {
          name: 'mail',
          choices: [
            { value: 'off', text: 'Never' },
            { value: 'daily', text: 'Once a day' },
            { value: 'each', text: 'Every one as it happens' },
          ],
          chosen: inbox.mail,
        })}
        <p class="hint">This applies to all portals of your workspace.</p>
        ${button('Save')}`,
    )}
  </section>`;

function rowsOf(inbox: Inbox): Fragment {
  const { shows, items, comments } = inbox;
  if (items.length + comments.length === 0) return html`<p>${emptyTexts[shows]}</p>`;
  return html`<ul class="plain said">
    ${items.map((item) => itemRow(inbox, item))} ${comments.map((one) => commentRow(inbox.slug, one))}
  </ul>`;
}

const heading = (slug: string, { slug: itemSlug, title }: { slug: string; title: string }): Html =>
  html`<h3>
    <a href="${addresses.manageItem(slug, itemSlug)}"><bdi>${title}</bdi></a>
  </h3>`;

function itemRow(inbox: Inbox, item: FeedbackItem): Html {
  const { slug, shows, cursor } = inbox;
  const id = `status-${item.id}`;
  return html`<li class="card">
    ${heading(slug, item)}
    ${item.description && html`<p dir="auto">${excerptOf(item.description, EXCERPT_MAX_CHARACTERS)}</p>`}
    <div class="facts">
      <span>by <bdi>${item.authorName}</bdi></span> ${dateElement(item.createdAt)}
      <span>${pluralize(item.voteCount, 'vote', 'votes')}</span>
      <span>${pluralize(item.commentCount, 'comment', 'comments')}</span>
      ${item.mergedIntoId !== null && html`<span class="tag">Merged into another idea</span>`}
    </div>
    ${
      !item.hidden &&
      teamForm(
        inbox,
        `${addresses.manageItem(slug, item.slug)}/status`,
        {
          version: item.updatedAt,
          place: 'inbox',
          show: shows,
          ...(cursor === undefined ? {} : { cursor }),
        },
        html`<div class="quick">
          <label class="hidden" for="${id}">Status of ${item.title}</label>
          <select id="${id}" name="status">
            ${itemStatuses.map(
              (status) =>
                html`<option value="${status}" ${status === item.status && html`selected`}>
                  ${statusNames[status]}
                </option>`,
            )}
          </select>
          ${button('Set status', { quiet: true })}
        </div>`,
      )
    }
  </li>`;
}

const commentRow = (slug: string, { comment, item }: InboxComment): Html =>
  html`<li class="card">
    ${heading(slug, item)}
    <p dir="auto">${comment.content}</p>
    <div class="facts">
      <span>by <bdi>${comment.authorName}</bdi></span> ${dateElement(comment.createdAt)}
      ${comment.hidden && html`<span class="tag">Hidden</span>`}
    </div>
  </li>`;
