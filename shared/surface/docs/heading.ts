import { html, type Fragment } from '../../kernel/html/html.ts';

/** A heading with a link to itself. */
export const heading = (level: 'h2' | 'h3', text: string, id: string): Fragment => {
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a>`;
  return level === 'h2' ? html`<h2>${text} ${anchor}</h2>` : html`<h3>${text} ${anchor}</h3>`;
};

/** A section that can be linked to. */
export const section = (id: string, title: string, content: Fragment): Fragment =>
  html`<section id="${id}">${heading('h2', title, id)}${content}</section>`;
