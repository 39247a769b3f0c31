import { csrfField } from '../session/form-fields-view.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { PortalVisitor } from '../portal/layout-view.ts';

interface Deletion {
  action: string;
  what: 'own' | 'comment';
  visitor: PortalVisitor;
}

/** Deletes what a visitor wrote, after a second look. */
export const deletionForm = (t: PageTexts, { action, what, visitor }: Deletion): Html =>
  html`<details class="reveal">
    <summary>${t.text(`${what}.delete`)}</summary>
    <form method="post" action="${action}">
      ${csrfField(visitor)}
      <p class="hint">${t.text(`${what}.deleteNote`)}</p>
      <button type="submit" class="danger">${t.text('button.delete')}</button>
    </form>
  </details>`;
