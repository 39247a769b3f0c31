import { html, type Fragment } from '../../kernel/html/html.ts';

/** A link to a place of the page, for its title. */
export const anchor = (text: string, id: string): Fragment =>
  html`<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a>`;

/** A heading with a link to itself. */
export const heading = (level: 'h2' | 'h3', text: string, id: string): Fragment => {
  const link = anchor(text, id);
  return level === 'h2' ? html`<h2>${text} ${link}</h2>` : html`<h3>${text} ${link}</h3>`;
};

/** A section that can be linked to. */
export const section = (id: string, title: string, content: Fragment): Fragment =>
  html`<section id="${id}">${heading('h2', title, id)}${content}</section>`;
