import { html } from '../../kernel/html/html.ts';
import { PASSWORD_MIN_CHARACTERS } from './password.ts';

/** The fields of a form that sets a password. */
export const newPasswordFields = () =>
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
