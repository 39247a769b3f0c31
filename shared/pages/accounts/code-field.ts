import { html } from '../../kernel/html/html.ts';

/** The field for a code that was sent by mail, which browsers and phones fill in. */
export const codeField = html`<div class="field">
  <label for="code">Code</label>
  <input
    id="code"
    name="code"
    inputmode="numeric"
    autocomplete="one-time-code"
    required
    maxlength="20"
    spellcheck="false"
  />
</div>`;
