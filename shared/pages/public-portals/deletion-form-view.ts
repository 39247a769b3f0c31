import { csrfField } from '../accounts/form-fields-view.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PortalVisitor } from './layout-view.ts';

interface Deletion {
  action: string;
  what: 'idea' | 'comment';
  note: string;
}

/** Deletes what a visitor wrote, after a second look. */
export const deletionForm = (visitor: PortalVisitor, { action, what, note }: Deletion): Html =>
  html`<details class="reveal">
    <summary>Delete this ${what}…</summary>
    <form method="post" action="${action}">
      ${csrfField(visitor)}
      <p class="hint">This cannot be undone. ${note}</p>
      <button type="submit" class="button quiet">Delete for good</button>
    </form>
  </details>`;
