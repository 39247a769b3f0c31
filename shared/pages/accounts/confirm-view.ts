import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { CONFIRM } from './confirm-identity.ts';
import type { Visitor } from '../session/csrf.ts';
import { csrfField } from '../session/form-fields-view.ts';

interface Confirmation {
  t: PageTexts;
  visitor: Visitor;
  email: string;
  /** The page to come back to. */
  next: string;
  /** Whether the page has a form that is the usual way. */
  isSecond?: boolean;
}

/** The form that sends a person a code to prove that it is them. */
export const confirmForm = ({ t, visitor, email, next, isSecond = false }: Confirmation): Html =>
  html`<p class="${isSecond && 'quiet small'}">
      ${t.markup('code.confirmText', { email: html`<bdi><strong>${email}</strong></bdi>` })}
    </p>
    <form method="post" action="/sign-in" class="wide">
      ${csrfField(visitor)}<input type="hidden" name="next" value="${next}" />
      <button type="submit" name="way" value="${CONFIRM}" class="${isSecond && 'second'}">
        ${t.text('code.confirm')}
      </button>
    </form>`;
