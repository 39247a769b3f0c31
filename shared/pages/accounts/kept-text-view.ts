import { html, type Fragment } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { KeptText } from './kept-text.ts';

/** Who is signed in, who may have another address, and what they wrote, to be copied. */
export const keptTextView = (kept: KeptText | undefined, t: PageTexts): Fragment =>
  kept &&
  html`<p>${t.markup('error.signedInAs', { email: html`<bdi><strong>${kept.email}</strong></bdi>` })}</p>
    ${
      kept.text !== undefined &&
      html`<div class="field">
        <label for="kept">${t.text('error.kept')}</label>
        <textarea id="kept" readonly>${kept.text}</textarea>
      </div>`
    }`;
