import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { statusBadge } from '../portal/components-view.ts';
import { textField, type Problem } from '../kit/form-view.ts';
import type { IdeaChoice } from './linked-ideas.ts';

/** The field with the words that ideas are searched by, and what is done with the form then. */
export const FIND = 'find';

/** The hidden field with the words that ideas were searched by last. */
export const FOUND = 'found';

interface LinkedIdeas {
  t: PageTexts;
  choices: readonly IdeaChoice[];
  /** The slugs of those that are chosen. */
  chosen: ReadonlySet<string>;
  /** What was searched for. */
  find: string | undefined;
  /** What the form was refused for. */
  problem: Problem | undefined;
}

/** The ideas that an update is about, to be ticked, and a search for others, which keeps what is in the form. */
export const linkedIdeas = ({ t, choices, chosen, find, problem }: LinkedIdeas): Html =>
  html`<fieldset>
    <legend>${t.text('updates.linked')}</legend>
    <p class="hint">${t.text('updates.linkedHint')}</p>
    ${choices.map(
      ({ slug, title, status }) =>
        html`<div class="field check">
          <input
            id="linked-${slug}"
            name="linked:${slug}"
            type="checkbox"
            value="yes"
            ${chosen.has(slug) && html`checked`}
          />
          <label for="linked-${slug}"><bdi>${title}</bdi> ${statusBadge(status, t)}</label>
        </div>`,
    )}
    ${
      find !== undefined &&
      choices.every(({ slug }) => chosen.has(slug)) &&
      html`<p role="status">${t.text('updates.noneFound', { text: find })}</p>`
    }
    ${find !== undefined && html`<input type="hidden" name="${FOUND}" value="${find}" />`}
    ${textField(FIND, t.text('updates.find'), {
      name: FIND,
      // The ideas that an update cannot be about are chosen here.
      problem: problem?.field === 'linked' ? { ...problem, field: FIND } : undefined,
      value: find,
      hint: t.text('updates.findHint'),
      max: 300,
      isFocused: find !== undefined,
    })}
    <button type="submit" class="button quiet" name="do" value="${FIND}" formnovalidate>
      ${t.text('updates.findIt')}
    </button>
  </fieldset>`;
