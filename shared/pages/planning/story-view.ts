import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { renderForMembers } from '../../feedback/markdown/markdown.ts';
import { boardPath, storyPath } from '../../planning/page-paths.ts';
import type { RelatedStory } from '../../planning/stories/story-relations.ts';
import {
  button,
  outcomeOf,
  outcomeView,
  teamForm,
  textField,
  type Problem,
} from '../portal-team/form-view.ts';
import { withMentions } from './mentions-view.ts';
import type { ShownStory } from './shown-story.ts';
import { storyCommentsView } from './story-comments-view.ts';
import { storyFactsView } from './story-facts-view.ts';
import { storyTextsView } from './story-fields-view.ts';
import { storyFilesView } from './story-files-view.ts';
import { statusName } from './story-parts-view.ts';

/** The place where a page says that a story is saved: people go on from there. */
export const SAVED = 'saved';
/** The place of its sub-stories. */
export const SUB_STORIES = 'sub-stories';

const outcomes = { saved: 'story.saved' } as const;

/** The page of a story: what it is, and what has been said about it. */
export function storyView(shown: ShownStory): Html {
  const { t, story, team, statuses, done } = shown;
  const status = statuses.find(({ id }) => id === story.statusId);
  return html`<article class="story">
    <div class="parts">
      <header class="intro">
        <p class="crumbs">
          <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a> <span>${story.reference}</span>
          ${status && statusName(status.name, status.category)}
          ${story.archivedAt !== null && html`<span class="tag">${t.text('story.archived')}</span>`}
          ${story.triage !== null && html`<span class="tag">${t.text('story.triage')}</span>`}
        </p>
        <h1 dir="auto">${story.title}</h1>
        <div id="${SAVED}" tabindex="-1">
          ${outcomeView(outcomeOf(t, outcomes, done), problemOfChange(shown))}
        </div>
      </header>
      ${storyFactsView(shown)}
      <div class="about">
        ${
          story.description === null
            ? html`<p class="hint">${t.text('story.noDescription')}</p>`
            : html`<div class="prose" dir="auto">
                ${withMentions(renderForMembers(story.description), shown)}
              </div>`
        }
        ${shown.choices && storyTextsView(shown)}
      </div>
      <div class="sections">
        ${subStoriesView(shown)} ${relationsView(shown)} ${linksView(shown)} ${storyFilesView(shown)}
        ${storyCommentsView(shown)}
      </div>
    </div>
  </article>`;
}

/** Why a change is not saved, if it is not; what is wrong with a comment is said where it is written. */
function problemOfChange({ t, isUnsaved, isChange, problem }: ShownStory): Problem | undefined {
  if (isUnsaved) return { text: t.text('story.unsaved') };
  return isChange ? problem : undefined;
}

function subStoriesView(shown: ShownStory): Fragment {
  const { t, story, subStories, choices, form, done } = shown;
  const finished = subStories.filter(({ statusCategory }) => statusCategory === 'completed').length;
  return (
    (subStories.length > 0 || choices !== undefined) &&
    html`<section aria-labelledby="${SUB_STORIES}">
      <h2 id="${SUB_STORIES}" tabindex="-1">
        ${t.text('story.subStories')}
        ${
          subStories.length > 0 &&
          html`<span class="hint"
            >${t.text('board.progress', { done: finished, total: subStories.length })}</span
          >`
        }
      </h2>
      ${outcomeView(outcomeOf(t, { subStory: 'story.subStoryAdded' }, done), undefined)}
      ${
        subStories.length > 0 &&
        html`<ul class="plain related">
          ${subStories.map((one) => html`<li>${linkedStory(shown, one)}</li>`)}
        </ul>`
      }
      ${
        choices !== undefined &&
        html`<details class="reveal" ${form['subStory'] !== undefined && html`open`}>
          <summary>${t.text('story.addSubStory')}</summary>
          ${teamForm(
            shown,
            `${storyPath(story.id)}/sub-stories`,
            {},
            html`${textField('sub-story', t.text('story.title'), {
                name: 'subStory',
                value: form['subStory'],
                required: true,
              })}
              <div class="send">${button(t.text('story.add'))}</div>`,
          )}
        </details>`
      }
    </section>`
  );
}

/** A link to another story, and its status. */
function linkedStory({ t, statuses }: ShownStory, story: RelatedStory): Fragment {
  const { id, reference, title, statusId, statusCategory } = story;
  const name = statuses.find((one) => one.id === statusId)?.name ?? t.text(`story.${statusCategory}`);
  return html`<a href="${storyPath(id)}">${reference} <bdi>${title}</bdi></a>
    ${statusName(name, statusCategory)}`;
}

function relationsView(shown: ShownStory): Fragment {
  const { t, relations } = shown;
  return (
    relations.length > 0 &&
    html`<section aria-labelledby="relations">
      <h2 id="relations">${t.text('story.relations')}</h2>
      <ul class="plain related">
        ${relations.map(
          ({ type, relatedStory }) =>
            html`<li>
              <span class="hint">${t.text(`story.${type}`)}</span>
              ${relatedStory === null ? t.text('tools.otherStory') : linkedStory(shown, relatedStory)}
            </li>`,
        )}
      </ul>
    </section>`
  );
}

function linksView({ t, story: { links, externalUrl } }: ShownStory): Fragment {
  const all = [...links, ...(externalUrl === null ? [] : [{ url: externalUrl, title: null, state: null }])];
  return (
    all.length > 0 &&
    html`<section aria-labelledby="links">
      <h2 id="links">${t.text('story.links')}</h2>
      <ul class="plain related">
        ${all.map(
          ({ url, title, state }) =>
            html`<li>
              <a href="${url}" rel="nofollow noopener"><bdi>${title ?? url}</bdi></a>
              ${state !== null && html`<span class="tag">${t.text(`story.${state}`)}</span>`}
            </li>`,
        )}
      </ul>
    </section>`
  );
}
