import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { storyActPath } from '../../planning/paths/page-paths.ts';
import { button, outcomeOf, outcomeView, revealed, teamForm, textField } from '../kit/form-view.ts';
import { removableList, removeButton } from './removable-view.ts';
import type { ShownStory } from './shown-story.ts';
import { LINKS } from './story-places.ts';

const outcomes = { link: 'story.linkAdded', unlink: 'story.linkRemoved' } as const;

const TITLE_MAX_CHARACTERS = 500;

/** The pages elsewhere that belong to a story, and the form that adds one. */
export function storyLinksView(shown: ShownStory): Fragment {
  const { t, story, choices, done } = shown;
  const { links, externalUrl } = story;
  const own = links.map(
    ({ id, url, title, state }) =>
      html`${linkView(url, title)}
      ${state !== null && html`<span class="tag">${t.text(`story.${state}`)}</span>`}
      ${removeButton(shown, 'link', id, title ?? url)}`,
  );
  const all = externalUrl === null ? own : [...own, linkView(externalUrl, null)];
  return (
    (all.length > 0 || choices !== undefined) &&
    html`<section aria-labelledby="${LINKS}">
      <h2 id="${LINKS}" tabindex="-1">${t.text('story.links')}</h2>
      ${outcomeView(outcomeOf(t, outcomes, done), undefined)}
      ${removableList(shown, storyActPath(story.id, 'unlink'), all)} ${choices && linkForm(shown)}
    </section>`
  );
}

const linkView = (url: string, title: string | null): Html =>
  html`<a href="${url}" rel="nofollow noopener"><bdi>${title ?? url}</bdi></a>`;

function linkForm(shown: ShownStory): Html {
  const { t, story, form, problem } = shown;
  const isOpen = form['url'] !== undefined || problem?.field === 'url';
  return revealed(
    t.text('story.addLink'),
    teamForm(
      shown,
      storyActPath(story.id, 'link'),
      {},
      html`${textField('link-url', t.text('story.address'), {
          name: 'url',
          value: form['url'],
          problem,
          required: true,
        })}
        ${textField('link-title', t.text('story.linkTitle'), {
          name: 'linkTitle',
          value: form['linkTitle'],
          problem,
          max: TITLE_MAX_CHARACTERS,
        })}
        <div class="send">${button(t.text('story.add'))}</div>`,
    ),
    isOpen,
  );
}
