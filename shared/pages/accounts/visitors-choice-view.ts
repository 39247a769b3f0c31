import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** The field of a form that withholds the text of visitors from an application. */
export const WITHHOLD_FIELD = 'withholdVisitors';

/**
 * A checkbox that withholds what visitors of portals have written, which could look like orders to an AI client. `form` is
 * its form's name in ids, one on the page.
 */
export const visitorsChoice = (t: PageTexts, form: string): Html =>
  html`<p class="option">
    <label
      ><input type="checkbox" name="${WITHHOLD_FIELD}" aria-describedby="withhold-${form}" />
      ${t.text('consent.withhold')}</label
    >
    <span class="hint" id="withhold-${form}">${t.text('consent.withholdHint')}</span>
  </p>`;
