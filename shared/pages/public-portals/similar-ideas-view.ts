import type { PublicItem } from '../../feedback/items/item.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses } from '../portal/addresses.ts';
import { statusBadge } from '../portal/components-view.ts';

/**
 * Ideas that are like the title of one that is being written, which a script asks for while it is. They open in a new tab,
 * since what was written is only in the form.
 */
export const similarIdeas = (items: readonly PublicItem[], portal: { slug: string }, t: PageTexts): Html =>
  html`<div class="alike" data-similar>
    <p class="hint" aria-live="polite">
      ${items.length > 0 && t.text('similar.found', { count: items.length })}
    </p>
    <ul class="plain">
      ${items.map(
        (item) =>
          html`<li>
            <a href="${addresses.item(portal.slug, item.slug)}" target="_blank" rel="noopener"
              ><bdi>${item.title}</bdi><span class="hidden"> (${t.text('widget.newTab')})</span></a
            >
            <span class="facts"
              >${statusBadge(item.status, t)}<span>${t.text('votes', { count: item.voteCount })}</span></span
            >
          </li>`,
      )}
    </ul>
  </div>`;
