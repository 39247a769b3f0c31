import { languageNames, languages } from '../../kernel/core/languages.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { PASSWORD_MIN_CHARACTERS } from './password.ts';

/** The name of the field of `csrfField`. */
export const CSRF_FIELD = 'form_token';

/** The hidden field of every form, which binds it to the browser that it was sent to. */
export const csrfField = ({ csrfToken }: { csrfToken: string }): Html =>
  html`<input type="hidden" name="${CSRF_FIELD}" value="${csrfToken}" />`;

/** The hidden fields that carry an intent from one form to the next. */
export const intentFields = ({ next, vote, draft }: { next: string; vote?: string; draft?: string }): Html =>
  html`<input type="hidden" name="next" value="${next}" />${
      vote !== undefined && html`<input type="hidden" name="vote" value="${vote}" />`
    }${draft !== undefined && html`<input type="hidden" name="draft" value="${draft}" />`}`;

/** The label, input and hint of a person's own name in a form. */
export const nameField = (
  name: string | null,
  { label, hint, placeholder }: { label: string; hint: string; placeholder?: string | undefined },
): Html =>
  html`<label for="name">${label}</label>
    <input
      id="name"
      name="name"
      autocomplete="name"
      required
      maxlength="120"
      value="${name}"
      ${placeholder !== undefined && html`placeholder="${placeholder}"`}
      aria-describedby="name-hint"
    />
    <p class="hint" id="name-hint">${hint}</p>`;

interface CodeField {
  label: string;
  /** After a wrong one. */
  isWrong?: boolean;
  /** How many digits the code has, with which a script sends the form; left out where a person sends it. */
  digits?: number | undefined;
}

/** The field for a code that was sent by mail, which browsers and phones fill in. */
export const codeField = ({ label, isWrong = false, digits }: CodeField): Html =>
  html`<div class="field">
    <label for="code">${label}</label>
    <input
      id="code"
      name="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      required
      maxlength="20"
      spellcheck="false"
      autofocus
      ${digits !== undefined && html`data-digits="${digits}"`}
      ${isWrong && html`aria-invalid="true" aria-describedby="problem"`}
    />
  </div>`;

/** The fields of a form that sets a password. */
export const newPasswordFields = (t: PageTexts): Html =>
  html`<div class="field">
      <label for="password">${t.text('password.new')}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        required
        minlength="${PASSWORD_MIN_CHARACTERS}"
        aria-describedby="password-hint"
      />
      <p class="hint" id="password-hint">${t.text('password.hint')}</p>
    </div>
    <div class="field">
      <label for="again">${t.text('password.repeat')}</label>
      <input id="again" name="again" type="password" autocomplete="new-password" required />
    </div>`;

/** The field of a form that asks for the current password, if that is needed. */
export const currentPasswordField = (proof: 'none' | 'password' | 'code', t: PageTexts): Html | false =>
  proof === 'password' &&
  html`<div class="field">
    <label for="current">${t.text('account.currentPassword')}</label>
    <input id="current" name="current" type="password" autocomplete="current-password" required />
  </div>`;

/** The choice of the language, which a cookie keeps; `hidden` are the form's other fields. */
export const languageForm = (t: PageTexts, { action, hidden }: { action: string; hidden: Html }): Html =>
  html`<form class="languages" method="post" action="${action}" aria-label="${t.text('layout.language')}">
    ${hidden}
    ${languages.map(
      (code) =>
        html`<button
          class="link"
          name="language"
          value="${code}"
          lang="${code}"
          ${code === t.language && html`aria-current="true"`}
        >
          ${languageNames[code]}
        </button>`,
    )}
  </form>`;
