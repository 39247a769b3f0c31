import { html, type Html } from '../../kernel/html/html.ts';
import { names } from '../messages/en/names.ts';
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

/** What the field of a person's own name says on pages in English. */
const englishNameTexts = { label: names['name.label'], hint: names['name.hint'] };

/** The label, input and hint of a person's own name in a form. */
export const nameField = (
  name: string | null,
  { label, hint }: Record<'label' | 'hint', string> = englishNameTexts,
): Html =>
  html`<label for="name">${label}</label>
    <input
      id="name"
      name="name"
      autocomplete="name"
      required
      maxlength="120"
      value="${name}"
      aria-describedby="name-hint"
    />
    <p class="hint" id="name-hint">${hint}</p>`;

/** The field for a code that was sent by mail, which browsers and phones fill in; `isWrong` after a wrong one. */
export const codeField = ({ label = 'Code', isWrong = false } = {}): Html =>
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
      ${isWrong && html`aria-invalid="true" aria-describedby="problem"`}
    />
  </div>`;

/** The fields of a form that sets a password. */
export const newPasswordFields = (): Html =>
  html`<div class="field">
      <label for="password">New password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        required
        minlength="${PASSWORD_MIN_CHARACTERS}"
        aria-describedby="password-hint"
      />
      <p class="hint" id="password-hint">
        At least ${PASSWORD_MIN_CHARACTERS} characters. Several words are easy to remember.
      </p>
    </div>
    <div class="field">
      <label for="again">Repeat the password</label>
      <input id="again" name="again" type="password" autocomplete="new-password" required />
    </div>`;

/** The field of a form that asks for the current password, if that is needed. */
export const currentPasswordField = (
  proof: 'none' | 'password' | 'code',
  label = 'Current password',
): Html | false =>
  proof === 'password' &&
  html`<div class="field">
    <label for="current">${label}</label>
    <input id="current" name="current" type="password" autocomplete="current-password" required />
  </div>`;
