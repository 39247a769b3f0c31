import { languageNames, languages } from '../../kernel/core/languages.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from './page-messages.ts';

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
