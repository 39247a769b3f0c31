import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { button, selectField, textField } from '../kit/form-view.ts';
import { storyPath } from '../../planning/paths/page-paths.ts';
import { statusName } from '../planning/story-parts-view.ts';
import { matchesView, storyChoices } from '../views/matches-view.ts';
import { itemForm, type ItemPanel, type LinkedStory } from './item-form-view.ts';

/** The most characters of a reference or of the words of a title. */
const STORY_MAX_CHARACTERS = 200;

/** The stories that deliver an item, and forms to link or create one. */
export const storyToolsView = (panel: ItemPanel): Fragment => [
  panel.stories.length > 0 &&
    html`<ul class="plain linked">
      ${panel.stories.map((story) => linkedStory(panel, story))}
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
      max: STORY_MAX_CHARACTERS,
    })}
    ${panel.storyMatches.length > 0 && storyMatchesView(panel)}
    ${button(panel.t.text('tools.linkStory'), { quiet: true })}`,
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
        problem: panel.form['teamId'] === undefined ? undefined : panel.problem,
        value: (panel.form['teamId'] !== undefined && panel.form['title']) || panel.item.title,
        required: true,
        max: 200,
      })}
      ${button(panel.t.text('tools.createStory'), { quiet: true })}`,
    ),
];

const storyMatchesView = ({ t, form, storyMatches: found }: ItemPanel): Html =>
  matchesView({
    legend: t.text('story.chooseRelated'),
    found: form['reference'],
    name: 'chosenStory',
    choices: storyChoices(found),
  });

/** A story with the way to its page, for members who see it. */
function linkedStory(panel: ItemPanel, { id, shown }: LinkedStory): Html {
  const { t } = panel;
  const name = shown ? `${shown.reference} ${shown.title}` : t.text('tools.otherStory');
  return html`<li>
    ${shown ? html`<a href="${storyPath(id)}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}
    ${shown?.status && statusName(shown.status.name, shown.status.category)}
    ${itemForm(
      panel,
      'unlink',
      html`<button type="submit" class="link">
        ${t.text('tools.unlinkIt')}<span class="hidden"> ${name}</span>
      </button>`,
      { story: id },
    )}
  </li>`;
}
