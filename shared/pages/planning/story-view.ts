import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { renderMarkdown } from '../../feedback/markdown/markdown.ts';
import { boardPath, storyPath } from '../../planning/page-paths.ts';
import { outcomeOf, outcomeView } from '../portal-team/form-view.ts';
import type { ShownStory } from './shown-story.ts';
import { storyCommentsView } from './story-comments-view.ts';
import { storyFactsView } from './story-facts-view.ts';
import { statusName } from './story-parts-view.ts';

const outcomes = { comment: 'story.commented', status: 'story.statusSaved' } as const;

/** The page of a story: what it is, and what has been said about it. */
export function storyView(shown: ShownStory): Html {
  const { t, story, team, statuses, done, problem } = shown;
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
        ${outcomeView(outcomeOf(t, outcomes, done), problem)}
      </header>
      <div class="about">
        ${
          story.description === null
            ? html`<p class="hint">${t.text('story.noDescription')}</p>`
            : html`<div class="prose" dir="auto">${renderMarkdown(story.description)}</div>`
        }
      </div>
      ${storyFactsView(shown)}
      <div class="told">${relationsView(shown)} ${linksView(shown)} ${storyCommentsView(shown)}</div>
    </div>
  </article>`;
}

function relationsView({ t, relations, statuses }: ShownStory): Fragment {
  const names = new Map(statuses.map(({ id, name }) => [id, name]));
  return (
    relations.length > 0 &&
    html`<section aria-labelledby="relations">
      <h2 id="relations">${t.text('story.relations')}</h2>
      <ul class="plain related">
        ${relations.map(({ type, relatedStory }) => {
          const kind = html`<span class="hint">${t.text(`story.${type}`)}</span>`;
          if (relatedStory === null) return html`<li>${kind} ${t.text('tools.otherStory')}</li>`;
          const { id, reference, title, statusId, statusCategory } = relatedStory;
          const status = names.get(statusId) ?? t.text(`story.${statusCategory}`);
          return html`<li>
            ${kind} <a href="${storyPath(id)}">${reference} <bdi>${title}</bdi></a>
            ${statusName(status, statusCategory)}
          </li>`;
        })}
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
