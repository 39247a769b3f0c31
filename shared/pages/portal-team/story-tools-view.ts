import { html, type Fragment } from '../../kernel/html/html.ts';
import { button, selectField, textField } from './form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

/** The stories that deliver an item, and forms to link or create one. */
export const storyToolsView = (panel: ItemPanel): Fragment => [
  panel.stories.length > 0 &&
    html`<ul class="plain linked">
      ${panel.stories.map(
        ({ id, name = panel.t.text('tools.otherStory') }) =>
          html`<li>
            <bdi>${name}</bdi>
            ${itemForm(panel, 'unlink', button(panel.t.text('tools.unlinkOne', { name }), { quiet: true }), { story: id })}
          </li>`,
      )}
    </ul>`,
  itemForm(
    panel,
    'link',
    html`${textField('team-story', panel.t.text('tools.storyField'), {
      name: 'reference',
      problem: panel.problem,
      value: panel.form['reference'],
      hint: panel.t.text('tools.storyHint'),
      required: true,
      max: 20,
    })}
    ${button(panel.t.text('tools.linkStory'))}`,
  ),
  panel.teams.length > 0 &&
    itemForm(
      panel,
      'story',
      html`${selectField('team-of-story', panel.t.text('tools.storyIn'), {
        name: 'teamId',
        choices: panel.teams.map(({ id, name }) => ({ value: id, text: name })),
        chosen: panel.form['teamId'] ?? '',
      })}
      ${textField('team-story-title', panel.t.text('tools.storyTitle'), {
        name: 'title',
        problem: panel.problem,
        value: panel.form['title'] ?? panel.item.title,
        required: true,
        max: 200,
      })}
      ${button(panel.t.text('tools.createStory'))}`,
    ),
];
