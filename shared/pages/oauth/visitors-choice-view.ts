import { html, type Html } from '../../kernel/html/html.ts';

/** The field of a form that withholds the text of visitors from an application. */
export const WITHHOLD_FIELD = 'withholdVisitors';

/** A checkbox that withholds what visitors of portals have written, which could look like orders to an AI client. */
export const visitorsChoice = (): Html =>
  html`<p>
    <label
      ><input type="checkbox" name="${WITHHOLD_FIELD}" /> Withhold what visitors of portals have
      written</label
    >
  </p>`;
