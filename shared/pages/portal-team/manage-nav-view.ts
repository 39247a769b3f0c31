import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses } from '../public-portals/addresses.ts';
import type { PortalView } from '../public-portals/layout-view.ts';

type ManageTab = 'inbox' | 'updates' | 'settings';

interface ManagePage {
  slug: string;
  path: string;
  tab: ManageTab | undefined;
  title: string;
  body: Fragment;
  /** Where its form uploads large images to. */
  uploadUrl?: string | undefined;
}

/** A page for the team, with links to the others. */
export const manageView = ({ slug, path, tab, title, body, uploadUrl }: ManagePage): PortalView => ({
  path,
  isIndexed: false,
  tab: 'manage',
  title,
  uploadUrl,
  body: html`${navigation(slug, tab)}
    <div class="intro"><h1 dir="auto">${title}</h1></div>
    ${body}`,
});

function navigation(slug: string, current: ManageTab | undefined): Html {
  const all = [
    ['inbox', 'Inbox', addresses.manage(slug)],
    ['updates', 'Updates', addresses.manageUpdates(slug)],
    ['settings', 'Settings', addresses.manageSettings(slug)],
  ] as const;
  return html`<nav class="manage" aria-label="Manage">
    <ul class="plain choices">
      ${all.map(
        ([name, text, href]) =>
          html`<li><a href="${href}" ${name === current && html`aria-current="page"`}>${text}</a></li>`,
      )}
    </ul>
  </nav>`;
}
