import type { PageTexts } from '../messages/page-messages.ts';
import { itemStatuses } from '../../feedback/items/item.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { button } from '../kit/form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

/** The status of an idea below its title, for windows in which the panel comes after all that is said of the idea. */
export function quickStatus(panel: ItemPanel): Html | false {
  const { t, item, done } = panel;
  if (item.mergedIntoId !== null) return false;
  return html`<div class="atop">
    ${done === 'status' && html`<p class="thanks" role="status">${t.text('manage.saved')}</p>`}
    ${itemForm(
      panel,
      'status',
      html`<label for="atop-status">${t.text('list.status')}</label>
        <div class="quick">
          ${statusSelect('atop-status', item.status, t)} ${button(t.text('button.save'))}
        </div>`,
    )}
  </div>`;
}

/** A choice of one of the statuses. */
export const statusSelect = (id: string, current: string, t: PageTexts): Html =>
  html`<select id="${id}" name="status">
    ${itemStatuses.map(
      (status) =>
        html`<option value="${status}" ${status === current && html`selected`}>
          ${t.text(`status.${status}`)}
        </option>`,
    )}
  </select>`;
