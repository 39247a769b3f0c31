import { html, type Html } from '../../kernel/html/html.ts';
import { statusBadge } from '../portal/components-view.ts';
import { button, textField } from '../kit/form-view.ts';
import { matchesView } from '../views/matches-view.ts';
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
      ${panel.matches !== undefined && ideaMatches(panel, panel.matches)}
      ${button(panel.t.text('tools.mergeIt'), { quiet: true })}`,
  );

const ideaMatches = ({ t, form }: ItemPanel, matches: NonNullable<ItemPanel['matches']>): Html =>
  matchesView({
    legend: t.text('tools.mergeChoose'),
    found: form['into'],
    name: 'chosen',
    choices: matches.map(({ slug, title, status }) => ({
      value: slug,
      label: html`<bdi>${title}</bdi> ${statusBadge(status, t)}`,
    })),
  });
