import { html, type Html } from '../../kernel/html/html.ts';
import { statusBadge } from '../public-portals/components-view.ts';
import { button, textField } from './form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

/** The form that merges an idea into another one, which is named, or searched for by words and then chosen. */
export const mergeForm = (panel: ItemPanel): Html =>
  itemForm(
    panel,
    'merge',
    html`${textField('team-into', panel.t.text('tools.mergeInto'), {
        name: 'into',
        problem: panel.problem,
        value: panel.form['into'],
        hint: panel.t.text('tools.mergeHint'),
        list: 'team-others',
        required: true,
        max: 300,
      })}
      <datalist id="team-others">
        ${panel.others.map(({ slug, title }) => html`<option value="${slug}">${title}</option>`)}
      </datalist>
      ${panel.meant !== undefined && meantIdeas(panel, panel.meant)}
      ${button(panel.t.text('tools.mergeIt'), { quiet: true })}`,
  );

/** What the words found, to choose one; other words in the field search again. */
const meantIdeas = ({ t, form }: ItemPanel, meant: NonNullable<ItemPanel['meant']>): Html =>
  html`<fieldset>
    <legend>${t.text('tools.mergeChoose')}</legend>
    <input type="hidden" name="found" value="${form['into']?.trim()}" />
    ${meant.map(
      ({ slug, title, status }, index) =>
        html`<div class="field check">
          <input
            id="meant-${slug}"
            name="meant"
            type="radio"
            value="${slug}"
            ${index === 0 && html`autofocus`}
            ${meant.length === 1 && html`checked`}
          />
          <label for="meant-${slug}"><bdi>${title}</bdi> ${statusBadge(status, t)}</label>
        </div>`,
    )}
  </fieldset>`;
