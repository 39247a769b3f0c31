import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';

interface LabelTicks {
  t: PageTexts;
  /** The start of the ids of the boxes. */
  id: string;
  labels: readonly { id: string; name: string }[];
  ticked: ReadonlySet<string>;
  /** What someone else has changed them to. */
  current?: Fragment;
  /** The id of the form that they are sent with, if they are not within it. */
  form?: string;
}

/** The labels of a story to tick, folded behind the names of those that are ticked. */
export function labelTicks({ t, id, labels, ticked, current, form }: LabelTicks): Html {
  const names = labels.filter((label) => ticked.has(label.id)).map(({ name }) => name);
  return html`<details class="field ticks" ${current !== undefined && html`open`}>
    <summary>${t.text('story.labels')}<span class="hint">${names.length > 0 && t.list(names)}</span></summary>
    ${current !== undefined && html`<p class="wrong">${current}</p>`}
    ${labels.map(
      (label) =>
        html`<div class="check">
          <input
            id="${id}-${label.id}"
            name="labels:${label.id}"
            type="checkbox"
            ${form !== undefined && html`form="${form}"`}
            ${ticked.has(label.id) && html`checked`}
          />
          <label for="${id}-${label.id}"><bdi>${label.name}</bdi></label>
        </div>`,
    )}
  </details>`;
}
