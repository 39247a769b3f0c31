import { html, type Fragment, type Html } from '../../kernel/html/html.ts';

interface ChoiceLink {
  href: string;
  text: Fragment;
  isCurrent: boolean;
}

/** Links to the lists that a page can show, of which it shows one. */
export const choiceLinks = (label: string, links: readonly ChoiceLink[]): Html =>
  html`<nav aria-label="${label}">
    <ul class="plain choices">
      ${links.map(
        ({ href, text, isCurrent }) =>
          html`<li><a href="${href}" ${isCurrent && html`aria-current="true"`}>${text}</a></li>`,
      )}
    </ul>
  </nav>`;
