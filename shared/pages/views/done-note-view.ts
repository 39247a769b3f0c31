import { html, type Html } from '../../kernel/html/html.ts';

/** A sentence that says that something has been done. */
export const doneNote = (text: string): Html => html`<p class="thanks" role="status">${text}</p>`;
