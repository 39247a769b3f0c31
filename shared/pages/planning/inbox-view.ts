import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { Notification } from '../../planning/pages/page-news.ts';
import { inboxPath, notificationPath, readAllPath } from '../../planning/paths/page-paths.ts';
import { button, outcomeOf, teamForm } from '../kit/form-view.ts';
import { toolsOutcome, type FormTools } from '../kit/form-tools.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { newsView } from './news-view.ts';

interface ShownInbox {
  t: PageTexts;
  tools: FormTools;
  workspaceId: string;
  /** The newest first. */
  notifications: readonly Notification[];
  nextCursor: string | null;
  state: 'unread' | 'all';
  /** Where the page begins, if it is not the first. */
  cursor: string | undefined;
}

const outcomes = { all: 'news.allRead', read: 'news.wasRead', unread: 'news.wasUnread' } as const;

/** What a person was notified of in a workspace, each with what marks it as read. */
export const inboxView = (shown: ShownInbox): Html => {
  const { t, tools, workspaceId, notifications, nextCursor, state } = shown;
  const path = inboxPath(workspaceId);
  return html`<header class="intro board-head">
      <h1>${t.text('news.title')}</h1>
      ${readAllForm(shown)}
    </header>
    <nav class="tabs" aria-label="${t.text('news.title')}">
      <ul class="plain">
        <li>
          <a href="${path}" ${state === 'unread' && html`aria-current="page"`}>${t.text('news.unread')}</a>
        </li>
        <li>
          <a href="${path}?state=all" ${state === 'all' && html`aria-current="page"`}
            >${t.text('news.all')}</a
          >
        </li>
      </ul>
    </nav>
    ${toolsOutcome(tools, outcomeOf(t, outcomes, tools.done), path)}
    <div class="narrow">
      ${
        notifications.length === 0
          ? nextCursor === null &&
            html`<div class="card empty">
              <h2>${t.text(state === 'all' ? 'news.none' : 'work.noNews')}</h2>
              <p>${t.text('news.noneText')}</p>
            </div>`
          : html`<ul class="plain">
              ${notifications.map((one) => rowOf(one, shown))}
            </ul>`
      }
      ${nextCursor !== null && olderLink(nextCursor, shown)}
    </div>`;
};

/** Marks what was created up to the newest that is shown: what comes meanwhile stays unread. */
const readAllForm = ({ t, tools, workspaceId, notifications, state }: ShownInbox): Fragment => {
  const unread = notifications.filter(({ readAt }) => readAt === null);
  const times = unread.map(({ createdAt }) => createdAt).sort();
  return (
    times.length > 0 &&
    teamForm(
      tools,
      readAllPath(workspaceId),
      { until: times.at(-1)!, state },
      button(t.text('news.readAll'), { quiet: true }),
    )
  );
};

const rowOf = (news: Notification, { t, tools, workspaceId, state, cursor }: ShownInbox): Html => {
  const as = news.readAt === null ? 'read' : 'unread';
  return html`<li class="card mini news-row">
    <div>${newsView(news, t)}</div>
    ${teamForm(
      tools,
      notificationPath(workspaceId, news.id, as),
      { state, ...(cursor !== undefined && { cursor }) },
      html`<button
        type="submit"
        class="link"
        aria-label="${t.text(as === 'read' ? 'news.readOne' : 'news.unreadOne', { thing: news.resource.title })}"
      >
        ${t.text(as === 'read' ? 'news.markRead' : 'news.markUnread')}
      </button>`,
    )}
  </li>`;
};

const olderLink = (cursor: string, { t, workspaceId, state }: ShownInbox): Html => {
  const query = new URLSearchParams({ ...(state === 'all' && { state }), cursor }).toString();
  return html`<a class="button quiet more" href="${inboxPath(workspaceId)}?${query}"
    >${t.text('news.older')}</a
  >`;
};
