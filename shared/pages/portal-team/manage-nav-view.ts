import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses } from '../portal/addresses.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { PortalView } from '../portal/layout-view.ts';

type ManageTab = 'inbox' | 'updates' | 'settings';

interface ManagePage {
  t: PageTexts;
  slug: string;
  path: string;
  tab: ManageTab | undefined;
  title: string;
  body: Fragment;
  /** Whether pictures can be added to what is written on it. */
  takesPictures?: boolean;
  /** The path of a script that only this page has. */
  script?: string;
  /** Where its form uploads large images to. */
  uploadUrl?: string | undefined;
}

/** A page for the team, with links to the others. */
export const manageView = ({ t, slug, path, tab, title, body, ...scripts }: ManagePage): PortalView => ({
  path,
  isIndexed: false,
  tab: 'manage',
  title,
  ...scripts,
  body: html`<div class="narrow">
    ${navigation(t, slug, tab)}
    <div class="intro"><h1 dir="auto">${title}</h1></div>
    ${body}
  </div>`,
});

function navigation(t: PageTexts, slug: string, current: ManageTab | undefined): Html {
  const all = [
    ['inbox', addresses.manage(slug)],
    ['updates', addresses.manageUpdates(slug)],
    ['settings', addresses.manageSettings(slug)],
  ] as const;
  return html`<nav class="manage" aria-label="${t.text('layout.manage')}">
    <ul class="plain choices">
      ${all.map(
        ([name, href]) =>
          html`<li>
            <a href="${href}" ${name === current && html`aria-current="page"`}>${t.text(`manage.${name}`)}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
}
