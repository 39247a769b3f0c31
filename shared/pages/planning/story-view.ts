import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { renderForMembers } from '../../feedback/markdown/markdown.ts';
import { boardPath, storyActPath } from '../../planning/paths/page-paths.ts';
import { button, outcomeOf, outcomeView, teamForm, textField, type Problem } from '../kit/form-view.ts';
import { withMentions } from './mentions-view.ts';
import { withReferences } from './references-view.ts';
import type { ShownStory } from './shown-story.ts';
import { storyActsView } from './story-acts-view.ts';
import { storyCommentsView } from './story-comments-view.ts';
import { storyFactsView } from './story-facts-view.ts';
import { storyTextsView } from './story-fields-view.ts';
import { storyFilesView } from './story-files-view.ts';
import { storyLinksView } from './story-links-view.ts';
import { statusName } from './story-parts-view.ts';
import { SAVED, SUB_STORIES } from './story-places.ts';
import { linkedStory, storyRelationsView } from './story-relations-view.ts';

const outcomes = {
  saved: 'story.saved',
  watched: 'story.watched',
  unwatched: 'story.unwatched',
  archived: 'story.archivedNow',
  unarchived: 'story.unarchivedNow',
  restored: 'story.restored',
} as const;

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
        ${storyActsView(shown)}
      </header>
      ${storyFactsView(shown)}
      <div class="about">
        ${
          story.description === null
            ? html`<p class="hint">${t.text('story.noDescription')}</p>`
            : html`<div class="prose" dir="auto">
                ${withReferences(withMentions(renderForMembers(story.description), shown), shown.teamCodes)}
              </div>`
        }
        ${shown.choices && storyTextsView(shown)}
      </div>
      <div class="sections">
        ${subStoriesView(shown)} ${storyRelationsView(shown)} ${storyLinksView(shown)}
        ${storyFilesView(shown)} ${storyCommentsView(shown)}
      </div>
    </div>
  </article>`;
}

/** Why a change is not saved, if it is not; what is wrong with a comment is said where it is written. */
function problemOfChange({ t, isUnsaved, isChange, problem }: ShownStory): Problem | undefined {
  if (isUnsaved) return { text: t.text('story.unsaved') };
  return isChange && !partFields.has(problem?.field) ? problem : undefined;
}

/** The fields of forms for parts of a story, which say themselves what is wrong with them. */
const partFields: ReadonlySet<string | undefined> = new Set(['related', 'url', 'linkTitle', 'file']);

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
            storyActPath(story.id, 'sub-stories'),
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
