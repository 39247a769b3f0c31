import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { storyActPath } from '../../planning/paths/page-paths.ts';
import { teamForm } from '../kit/form-view.ts';
import type { ShownStory } from './shown-story.ts';

/** What can be done with a story as a whole: guests only watch it. */
export function storyActsView(shown: ShownStory): Html {
  const { t, story, choices, isWatching } = shown;
  const isArchived = story.archivedAt !== null;
  return html`<div class="acts">
    ${choiceForm(shown, 'watch', isWatching, t.text(isWatching ? 'story.unwatch' : 'story.watch'))}
    ${
      choices &&
      html`${choiceForm(shown, 'archive', isArchived, t.text(isArchived ? 'story.unarchive' : 'story.archive'))}
        <a href="${storyActPath(story.id, 'delete')}">${t.text('story.deleteIt')}</a>`
    }
  </div>`;
}

/** A form that turns something on or, where it is, off. */
const choiceForm = (shown: ShownStory, name: 'watch' | 'archive', isOn: boolean, text: string): Fragment =>
  teamForm(
    shown,
    storyActPath(shown.story.id, name),
    { [name]: isOn ? 'no' : 'yes' },
    html`<button type="submit" class="link">${text}</button>`,
  );
