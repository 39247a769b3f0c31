import { html, type Html } from '../../kernel/html/html.ts';

/** The label, input and hint of a person's own name in a form; `note` is added to the hint. */
export const nameField = (name: string | null, note = ''): Html =>
  html`<label for="name">Your name</label>
    <input
      id="name"
      name="name"
      autocomplete="name"
      required
      maxlength="120"
      value="${name}"
      aria-describedby="name-hint"
    />
    <p class="hint" id="name-hint">Shown publicly next to what you write on feedback portals. ${note}</p>`;
