import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** The fields of the customer for whom a member of the team posts an idea. */
export const CUSTOMER = { name: 'customerName', email: 'customerEmail' } as const;

/** Asks a member of the team for whom they post, unless it is for themselves. */
export function customerFields(form: Readonly<Record<string, string | undefined>>, t: PageTexts): Html {
  const [name, email] = [form[CUSTOMER.name], form[CUSTOMER.email]];
  const field = (id: string, label: string, value: string | undefined, kind: Html): Html =>
    html`<div class="field">
      <label for="${id}">${label}</label>
      <input id="${id}" name="${id}" value="${value}" autocomplete="off" ${kind} />
    </div>`;
  return html`<details class="reveal" ${Boolean(name || email) && html`open`}>
    <summary>${t.text('form.customer')}</summary>
    <div class="row">
      ${field(CUSTOMER.name, t.text('tools.voterName'), name, html`maxlength="120"`)}
      ${field(CUSTOMER.email, t.text('tools.voterEmail'), email, html`type="email" maxlength="254"`)}
    </div>
    <p class="hint">${t.text('form.customerHint')}</p>
  </details>`;
}
