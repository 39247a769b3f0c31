import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { teamForm } from '../kit/form-view.ts';
import type { ShownStory } from './shown-story.ts';

/** A list whose lines members remove by buttons of one form; guests see the list. */
export const removableList = (shown: ShownStory, action: string, lines: readonly Html[]): Fragment => {
  const list = html`<ul class="plain related">
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;
  return lines.length > 0 && (shown.choices ? teamForm(shown, action, {}, list) : list);
};

/** The button of such a line, for those who see the form; `what` is said to those who do not see the line. */
export const removeButton = (
  { t, choices }: { t: PageTexts; choices: ShownStory['choices'] },
  name: string,
  value: string,
  what: string,
): Fragment =>
  choices &&
  html`<button type="submit" class="link" name="${name}" value="${value}">
    ${t.text('story.remove')}<span class="hidden"> ${what}</span>
  </button>`;
