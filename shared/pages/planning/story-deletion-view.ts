import { html, type Html } from '../../kernel/html/html.ts';
import { boardPath, deletedStoryPath, storyActPath, storyPath } from '../../planning/paths/page-paths.ts';
import type { Story } from '../../planning/story/story.ts';
import type { FormTools } from '../kit/form-tools.ts';
import { button, outcomeView, teamForm } from '../kit/form-view.ts';

interface Deletion extends FormTools {
  story: Pick<Story, 'id' | 'reference' | 'title'>;
}

/** Asks whether a story is to be deleted. */
export const deletionView = (page: Deletion): Html => {
  const { t, story, problem } = page;
  return html`<div class="narrow">
    <header class="intro">
      <p class="crumbs">
        <a href="${storyPath(story.id)}">${story.reference} <bdi>${story.title}</bdi></a>
      </p>
      <h1>${t.text('story.deleteTitle', { reference: story.reference })}</h1>
      ${outcomeView(undefined, problem)}
    </header>
    <div class="card sheet">
      <p>${t.text('story.deleteText')}</p>
      ${teamForm(
        page,
        storyActPath(story.id, 'delete'),
        {},
        html`<div class="send">
          <button type="submit" class="danger">${t.text('story.delete')}</button>
          <a href="${storyPath(story.id)}">${t.text('button.cancel')}</a>
        </div>`,
      )}
    </div>
  </div>`;
};

interface Deleted extends FormTools {
  teamId: string;
  storyId: string;
  /** As the page's address has it, where anyone can write another. */
  reference: string | undefined;
}

/** Says that a story is deleted, and offers to restore it. */
export const deletedView = (page: Deleted): Html => {
  const { t, teamId, storyId, reference, problem } = page;
  const title =
    reference === undefined ? t.text('story.deletedTitle') : t.text('story.deletedIt', { reference });
  return html`<div class="narrow">
    <header class="intro">
      <h1>${title}</h1>
      ${outcomeView(undefined, problem)}
    </header>
    <div class="card sheet">
      <p>${t.text('story.deletedText')}</p>
      ${teamForm(
        page,
        deletedStoryPath(teamId, storyId),
        reference === undefined ? {} : { story: reference },
        html`<div class="send">
          ${button(t.text('story.restore'), { quiet: true })}
          <a href="${boardPath(teamId)}">${t.text('story.toBoard')}</a>
        </div>`,
      )}
    </div>
  </div>`;
};
