import { html, type Fragment } from '../../kernel/html/html.ts';
import { button, selectField, textField } from './form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

/** The stories that deliver an item, and forms to link or create one. */
export const storyToolsView = (panel: ItemPanel): Fragment => [
  panel.stories.length > 0 &&
    html`<ul class="plain linked">
      ${panel.stories.map(
        ({ id, name = 'A story of another team' }) =>
          html`<li>
            <bdi>${name}</bdi>
            ${itemForm(panel, 'unlink', button(`Unlink ${name}`, { quiet: true }), { story: id })}
          </li>`,
      )}
    </ul>`,
  itemForm(
    panel,
    'link',
    html`${textField('team-story', 'Story', {
      name: 'reference',
      value: panel.form['reference'],
      hint: 'Its reference, such as ENG-184. When all linked stories are done, so is the idea.',
      required: true,
      max: 20,
    })}
    ${button('Link story')}`,
  ),
  panel.teams.length > 0 &&
    itemForm(
      panel,
      'story',
      html`${selectField('team-of-story', 'Create a story in', {
        name: 'teamId',
        choices: panel.teams.map(({ id, name }) => ({ value: id, text: name })),
        chosen: panel.form['teamId'] ?? '',
      })}
      ${textField('team-story-title', 'Title of the story', {
        name: 'title',
        value: panel.form['title'] ?? panel.item.title,
        required: true,
        max: 200,
      })}
      ${button('Create and link')}`,
    ),
];
