import { boardScript, liveScript, planningSheet, portalSheet, swapScript } from '../../browser/assets.ts';
import { icon, type Asset, pageScript } from '../../kernel/html/assets.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { iconLinks } from '../../kernel/html/icon-links-view.ts';
import { boardPath, inboxPath, MY_WORK, myWorkPath } from '../../planning/paths/page-paths.ts';
import { csrfField } from '../session/form-fields-view.ts';
import { OWN_ACCOUNT } from '../session/account-paths.ts';
import { avatar } from '../views/avatar-view.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** What stands around a page of planning. */
export interface PlanningFrame {
  t: PageTexts;
  visitor: { csrfToken: string };
  /** Of the member. */
  name: string;
  title: string;
  workspaceId: string;
  /** The teams whose boards the person can go to, by name, and the id of the one whose page this is. */
  teams: readonly { id: string; name: string }[];
  teamId: string | undefined;
  /** The addresses that the page asks whether something has changed since `at`. */
  live: string;
  at: Date;
  /** Which of the person's own pages this is, if it is one. */
  ownPage?: 'work' | 'inbox';
  /** The URL below which the page's pictures are, besides those of the service itself. */
  imagesFrom?: string | undefined;
  /** The URL that a script of the page uploads files to. */
  uploadsTo?: string | undefined;
  /** The scripts of the page, besides those of all. */
  scripts?: readonly Asset[];
}

/** The complete document of a page of planning. */
export const planningDocumentView = (frame: PlanningFrame, body: Fragment): Html => {
  const { t, visitor, name, title, scripts = [] } = frame;
  return html`<!doctype html>
    <html lang="${t.language}" dir="${t.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – Plotline</title>
        ${iconLinks(undefined)}
        <link rel="stylesheet" href="${portalSheet.path}" />
        <link rel="stylesheet" href="${planningSheet.path}" />
        <script src="${pageScript.path}" defer></script>
        <script src="${boardScript.path}" defer></script>
        <script src="${swapScript.path}" defer></script>
        <script src="${liveScript.path}" defer></script>
        ${scripts.map(({ path }) => html`<script src="${path}" defer></script>`)}
      </head>
      <body class="planning">
        <a class="skip" href="#content">${t.text('layout.skip')}</a>
        <header class="masthead">
          <div class="wrap">
            <a class="brand" href="${myWorkPath(frame.workspaceId)}"
              ><img src="${icon.path}" alt="" width="40" height="40" />Plotline</a
            >
            ${placesView(frame)}
            <div class="who">
              <a class="me" href="${OWN_ACCOUNT}">${avatar(name)}<bdi>${name}</bdi></a>
              <form method="post" action="/sign-out">
                ${csrfField(visitor)}<input type="hidden" name="next" value="${MY_WORK}" />
                <button type="submit" class="link">${t.text('layout.signOut')}</button>
              </form>
            </div>
          </div>
        </header>
        <main id="content" tabindex="-1" data-unsent="${t.text('stay.unsent')}">
          <div class="wrap" data-swap="main" data-live="${frame.live}" data-at="${frame.at.toISOString()}">
            ${body}
          </div>
        </main>
      </body>
    </html>`;
};

/** Where the reader goes from every page: their own work, what they were notified of, and the boards of their teams. */
function placesView({ t, workspaceId, teams, teamId, ownPage }: PlanningFrame): Html {
  const own = [
    { place: 'work', path: myWorkPath(workspaceId), text: t.text('work.title') },
    { place: 'inbox', path: inboxPath(workspaceId), text: t.text('news.title') },
  ];
  return html`<nav aria-label="${t.text('work.places')}" data-swap="places">
    <ul class="plain places">
      ${own.map(
        ({ place, path, text }) =>
          html`<li><a href="${path}" ${place === ownPage && html`aria-current="page"`}>${text}</a></li>`,
      )}
    </ul>
    ${teams.length > 0 && teamsMenu(t, teams, teamId)}
  </nav>`;
}

/** The menu with the boards of the reader's teams. */
const teamsMenu = (t: PageTexts, teams: PlanningFrame['teams'], teamId: string | undefined): Fragment =>
  html`<details class="menu">
    <summary><bdi>${teams.find(({ id }) => id === teamId)?.name ?? t.text('board.teams')}</bdi></summary>
    <ul class="plain choices">
      ${teams.map(
        ({ id, name }) =>
          html`<li>
            <a href="${boardPath(id)}" ${id === teamId && html`aria-current="true"`}><bdi>${name}</bdi></a>
          </li>`,
      )}
    </ul>
  </details>`;
