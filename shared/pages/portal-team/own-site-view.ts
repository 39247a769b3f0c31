import type { Portal } from '../../feedback/portal/portal.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { addresses } from '../portal/addresses.ts';
import { button, revealed, teamForm, type FormBinding } from '../kit/form-view.ts';

/** A secret that was just made; its text is undefined where the same form was sent before. */
export interface MadeSecret {
  text: string | undefined;
}

interface OwnSite extends FormBinding {
  portal: Portal;
  baseUrl: string;
  secret: MadeSecret | undefined;
}

/** How the portal opens on the company's own site, how that signs its customers in, and the portal's own host. */
export function ownSiteView(site: OwnSite): Fragment {
  const { t, portal, baseUrl } = site;
  return [
    portal.embedOrigins.length === 0
      ? html`<p>${t.text('settings.noSites')}</p>`
      : html`<div class="field">
          <label for="snippet">${t.text('settings.snippet')}</label>
          <textarea id="snippet" class="short code" dir="ltr" readonly aria-describedby="snippet-hint">
${scriptTag(portal, baseUrl)}</textarea>
          <p class="hint" id="snippet-hint">${t.text('settings.snippetHint')}</p>
        </div>`,
    html`<p>
      <a href="${baseUrl}/docs/guides/portals#on-your-own-site">${t.text('settings.siteGuide')}</a>
    </p>`,
    secretOf(site),
    html`<p>
      ${
        portal.host === null
          ? t.text('settings.noHost')
          : t.markup('settings.host', { host: html`<bdi><strong>${portal.host}</strong></bdi>` })
      }
    </p>`,
  ];
}

const scriptTag = ({ slug, color }: Portal, baseUrl: string): string =>
  `<script src="${baseUrl}/assets/widget.js" data-portal="${slug}" data-color="${color}" defer></script>`;

const secretOf = (site: OwnSite): Fragment => [
  site.secret &&
    (site.secret.text === undefined
      ? html`<div class="notice bad" role="alert">${site.t.text('settings.secretLost')}</div>`
      : html`<div class="notice" role="status" tabindex="-1" autofocus>
            ${site.t.text('settings.secretMade')}
          </div>
          <p class="secret"><code dir="ltr">${site.secret.text}</code></p>`),
  revealed(
    site.t.text('settings.secretFold'),
    html`<p>${site.t.text('settings.secretAbout')}</p>
      ${teamForm(
        site,
        addresses.manageCustomerSecret(site.portal.slug),
        {},
        button(site.t.text('settings.makeSecret'), { quiet: true }),
      )}`,
  ),
];
