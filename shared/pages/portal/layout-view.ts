import { accountPath, signInPath } from '../session/next-path.ts';
import { companyLinks } from '../accounts/branded-view.ts';
import { csrfField, languageForm } from '../session/form-fields-view.ts';
import { displayName } from '../../identity/members/display-name.ts';
import { frameScript, picturesScript, portalSheet, uploadScript } from '../../browser/assets.ts';
import { pageScript } from '../../kernel/html/assets.ts';
import { initialOf } from '../../kernel/html/document-view.ts';
import { Html, html, type Fragment } from '../../kernel/html/html.ts';
import { addresses } from './addresses.ts';
import { avatar, namelessAvatar } from '../views/avatar-view.ts';
import { headView, type HeadFrame, type HeadView } from './head-view.ts';
import type { ShownPortal } from './public-portal.ts';

/** A signed-in visitor, as pages show them. */
export interface PortalVisitor {
  session: { isCustomer?: boolean; user: { name: string | null } };
  csrfToken: string;
}

/** The data common to all pages of a portal. */
export interface PortalFrame extends HeadFrame {
  /** Whether its readers are led to the portal's own host. */
  isElsewhere: boolean;
  visitor: PortalVisitor | undefined;
  team?: (HeadFrame['team'] & { member: { name: string } }) | undefined;
}

/** The contents of a portal's page. */
export interface PortalView extends HeadView {
  tab: 'feedback' | 'roadmap' | 'changelog' | 'manage' | undefined;
  body: Fragment;
  /** Whether it has a form for a text, to which pictures can be added. */
  takesPictures?: boolean;
  /** The path of a script that only this page has. */
  script?: string;
  /** Where its form uploads large files to. */
  uploadUrl?: string | undefined;
}

interface PortalPage extends PortalFrame, PortalView {}

/** The complete document of a portal's page. `theme` is the text of its style element. */
export const portalDocumentView = (frame: PortalFrame, view: PortalView, theme: string): Html => {
  const page = { ...frame, ...view };
  const { t, portal, body } = page;
  return html`<!doctype html>
    <html lang="${t.language}" dir="${t.direction}">
      <head>
        ${headView(frame, view)}
        <link rel="stylesheet" href="${portalSheet.path}" />
        <script src="${pageScript.path}" defer></script>
        ${view.takesPictures && html`<script src="${picturesScript.path}" defer></script>`}
        ${view.script && html`<script src="${view.script}" defer></script>`}
        ${view.uploadUrl && html`<script src="${uploadScript.path}" defer></script>`}
        ${new Html(`<style>${theme}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">${t.text('layout.skip')}</a>
        <header class="masthead">
          <div class="wrap">
            <a class="brand" href="${addresses.portal(portal.slug)}"
              >${logoOf(portal)}<bdi>${portal.name}</bdi></a
            >
            ${account(page)}
          </div>
        </header>
        ${tabs(page)}
        ${
          page.team?.isPreview &&
          html`<aside class="preview" aria-labelledby="preview-title">
            <strong id="preview-title">${t.text('layout.preview')}</strong> ${t.text('layout.previewText')}
            <a href="${addresses.manageSettings(portal.slug)}#visibility">${t.text('manage.settings')}</a>
          </aside>`
        }
        <main id="content" tabindex="-1" data-lost="${t.text('stay.unsent')}">
          <div class="wrap">${body}</div>
        </main>
        <footer class="foot">
          <div class="wrap">
            ${companyLinks(portal.name, portal, t)}
            <a href="${addresses.feed(portal.slug)}">${t.text('layout.feed')}</a>
            ${page.visitor && html`<div class="leave">${signOutForm(page, page.visitor)}</div>`}
            ${footLanguages(page)}
          </div>
        </footer>
        ${
          !page.team &&
          portal.embedOrigins.length > 0 &&
          html`<script src="${frameScript.path}" defer></script>`
        }
      </body>
    </html>`;
};

const footLanguages = ({ t, portal, path }: PortalPage): Html =>
  languageForm(t, {
    action: addresses.language(portal.slug),
    hidden: html`<input type="hidden" name="next" value="${path}" />`,
  });

function logoOf({ logoUrl, name }: ShownPortal): Html {
  if (logoUrl) return html`<img src="${new URL(logoUrl).pathname}" alt="" width="40" height="40" />`;
  return initialOf(name);
}

const signOutForm = ({ t, portal }: PortalPage, visitor: PortalVisitor): Html =>
  html`<form
    method="post"
    action="${visitor.session.isCustomer ? addresses.signOutCustomer(portal.slug) : '/sign-out'}"
  >
    ${csrfField(visitor)}<input type="hidden" name="next" value="${addresses.portal(portal.slug)}" />
    <button type="submit" class="link">${t.text('layout.signOut')}</button>
  </form>`;

function account(page: PortalPage): Html {
  const { t, visitor, team, path } = page;
  if (!visitor)
    return html`<div class="who"><a href="${signInPath(path)}">${t.text('layout.signIn')}</a></div>`;
  const { user, isCustomer } = visitor.session;
  const named = team?.member.name ?? (user.name === null ? t.text('layout.account') : displayName(user.name));
  const picture = team === undefined && user.name === null ? namelessAvatar : avatar(named);
  const name = html`${picture}<bdi>${named}</bdi>`;
  // On a phone, the account is its picture, and one signs out there; within a frame, whose session is its own, at the foot.
  return html`<div class="who">
    ${isCustomer ? html`<span class="me">${name}</span>` : html`<a class="me" href="${accountPath(path)}" target="_top">${name}</a>`}
    ${signOutForm(page, visitor)}
  </div>`;
}

function tabs({ t, portal: { slug }, tab, team }: PortalPage): Html {
  const all = [
    ['feedback', addresses.portal(slug)],
    ['roadmap', addresses.roadmap(slug)],
    ['changelog', addresses.updates(slug)],
    ...(team ? [['manage', addresses.manage(slug)] as const] : []),
  ] as const;
  return html`<nav class="tabs" aria-label="${t.text('layout.sections')}">
    <ul class="plain wrap">
      ${all.map(
        ([name, href]) =>
          html`<li>
            <a href="${href}" ${name === tab && html`aria-current="page"`}>${t.text(`layout.${name}`)}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
}
