import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { VisitedPortal } from './visited-portals.ts';

/** The portals of workspaces that a person has visited, each with what they wrote there and the choice of its mail. */
export const visitedPortals = (portals: readonly VisitedPortal[], t: PageTexts): Html =>
  html`<h2>${t.text('account.portals')}</h2>
    <ul class="plain">
      ${portals.map(
        ({ name, slug, mailPath }) =>
          html`<li class="item">
            <div>
              <h3>
                <a href="/portals/${slug}/feedback"><bdi>${name}</bdi></a>
              </h3>
              <p class="small">
                <a
                  href="/portals/${slug}/feedback/mine"
                  aria-label="${t.text('account.ideasOn', { portal: name })}"
                  >${t.text('own.title')}</a
                >,
                <a href="${mailPath}" aria-label="${t.text('account.portalMailOf', { portal: name })}"
                  >${t.text('account.portalMail')}</a
                >
              </p>
            </div>
          </li>`,
      )}
    </ul>`;
