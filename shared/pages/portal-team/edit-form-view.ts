import type { Form } from '../../kernel/api/http/form.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { areaField, button, textField } from '../kit/form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

/** Whether a form of the panel is the one for the words of the idea; that for a story has a title too. */
export const isEdit = (form: Form): boolean =>
  form['teamId'] === undefined && (form['title'] !== undefined || form['description'] !== undefined);

/** The words of an idea as they are stored, by the fields of the form. */
export const wordsOf = ({ title, description }: FeedbackItem) =>
  [
    { label: 'updates.title', name: 'title', saved: title },
    { label: 'settings.boardAbout', name: 'description', saved: description },
  ] as const;

/** The words of an idea, which the team can correct. */
export function editForm(panel: ItemPanel): Html {
  const { t, item, form } = panel;
  const { title = item.title, description } = isEdit(form) ? form : item;
  const problem = isEdit(form) ? panel.problem : undefined;
  return itemForm(
    panel,
    'edit',
    html`${textField('idea-title', t.text('updates.title'), {
      name: 'title',
      problem,
      value: title,
      required: true,
      max: 200,
    })}
    ${areaField('idea-description', t.text('settings.boardAbout'), {
      name: 'description',
      problem,
      value: description,
      hint: t.text('form.hint'),
      max: 16_000,
    })}
    ${button(t.text('button.save'), { quiet: true })}`,
  );
}
