import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageField } from '../../planning/page-fields.ts';
import { storyPath } from '../../planning/page-paths.ts';
import { dateElement } from '../messages/times-view.ts';
import { selectField } from '../portal-team/form-view.ts';
import { avatar } from '../public-portals/avatar-view.ts';
import { STORY_FORM } from './comment-form-view.ts';
import type { ShownStory } from './shown-story.ts';

/** The field that says to whom a story is assigned: to `me`, or to `none`. */
export const ASSIGNEE = 'assignee';

/** What is known of a story in a word or two, with the form that changes its status. */
export function storyFactsView(shown: ShownStory): Html {
  const { t } = shown;
  return html`<aside class="card sheet" aria-label="${t.text('story.details')}">
    ${statusForm(shown)}
    <dl class="details">
      ${facts(shown).map(
        ([name, value]) =>
          value &&
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </aside>`;
}

const text = (value: string | null | undefined): Fragment => value && html`<bdi>${value}</bdi>`;

const person = (name: string | undefined): Fragment => name && html`${avatar(name)} <bdi>${name}</bdi>`;

function facts(shown: ShownStory): [string, Fragment][] {
  const { t, story, assignee, reporter, labels, sprint, objective, parent, fields } = shown;
  const day = (at: string | null): Fragment => at !== null && dateElement(at, t);
  return [
    [
      t.text('story.assignee'),
      [
        person(assignee) ?? t.text(story.assigneeId === null ? 'story.unassigned' : 'story.someone'),
        assignForm(shown),
      ],
    ],
    [t.text('story.priority'), story.priority !== 'none' && t.text(`story.${story.priority}`)],
    [t.text('story.estimate'), text(story.estimateLabel)],
    [t.text('story.sprint'), text(sprint)],
    [t.text('story.objective'), text(objective)],
    [
      t.text('story.parent'),
      parent && html`<a href="${storyPath(parent.id)}">${parent.reference} <bdi>${parent.title}</bdi></a>`,
    ],
    [
      t.text('story.labels'),
      labels.length > 0 && labels.map((name) => html`<span class="tag"><bdi>${name}</bdi></span> `),
    ],
    [t.text('story.start'), day(story.startDate)],
    [t.text('story.due'), day(story.endDate)],
    [t.text('story.completedAt'), day(story.completedAt)],
    ...fields.map((field): [string, Fragment] => [field.name, fieldValue(field, shown)]),
    [t.text('story.reporter'), text(reporter)],
    [t.text('story.created'), day(story.createdAt)],
  ];
}

function fieldValue({ type, value }: PageField, { t, nameOf }: ShownStory): Fragment {
  if (typeof value === 'boolean') return t.text(value ? 'story.yes' : 'story.no');
  if (typeof value === 'number') return t.number(value);
  if (typeof value !== 'string') return value.map((one) => html`<span class="tag"><bdi>${one}</bdi></span> `);
  if (type === 'user') return text(nameOf(value) ?? t.text('story.someone'));
  if (type === 'url' && /^https?:\/\//i.test(value))
    return html`<a href="${value}" rel="nofollow noopener"><bdi>${value}</bdi></a>`;
  return text(value);
}

/** The button by which a member takes a story, or gives it back; guests have none. */
function assignForm(shown: ShownStory): Fragment {
  const { t, story, isGuest, memberId } = shown;
  if (isGuest) return undefined;
  const isOwn = story.assigneeId === memberId;
  return html`<div>
    <button
      type="submit"
      class="link"
      form="${STORY_FORM}"
      formaction="${storyPath(story.id)}/assignee"
      formnovalidate
      name="${ASSIGNEE}"
      value="${isOwn ? 'none' : 'me'}"
    >
      ${t.text(isOwn ? 'story.unassignMe' : 'story.assignMe')}
    </button>
  </div>`;
}

/** The choice of a status, for the version of the story that is shown; guests have none. */
function statusForm(shown: ShownStory): Fragment {
  const { t, story, statuses, isGuest, isChoice, form } = shown;
  if (isGuest) return undefined;
  const assignable = statuses.filter(({ id, archivedAt }) => archivedAt === null || id === story.statusId);
  return html`<div class="choice">
    ${selectField('status', t.text('story.status'), {
      name: 'status',
      choices: assignable.map(({ id, name }) => ({ value: id, text: name })),
      // What is sent with a comment is not a choice, and may be older than the status.
      chosen: (isChoice && form['status']) || story.statusId,
      form: STORY_FORM,
    })}
    <button
      type="submit"
      class="button quiet"
      form="${STORY_FORM}"
      formaction="${storyPath(story.id)}/status"
      formnovalidate
    >
      ${t.text('story.saveStatus')}
    </button>
  </div>`;
}
