import { utcDay } from '../../kernel/core/date-span.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageField } from '../../planning/pages/page-fields.ts';
import { objectivePath, storyPath } from '../../planning/paths/page-paths.ts';
import { dateElement, dayElement } from '../messages/times-view.ts';
import { avatar } from '../views/avatar-view.ts';
import { estimateText } from './estimate-text.ts';
import { categoryOf, dueView, isLate } from './due-view.ts';
import type { ShownStory } from './shown-story.ts';
import { storyFieldsView } from './story-fields-view.ts';
import { statusName } from './story-parts-view.ts';

/** What is known of a story in a word or two: what a member may change as fields of a form. */
export function storyFactsView(shown: ShownStory): Html {
  const { t, choices } = shown;
  const all = choices === undefined ? [...changeableFacts(shown), ...facts(shown)] : facts(shown);
  return html`<aside class="card sheet" aria-label="${t.text('story.details')}">
    <details class="fold" ${isInHand(shown) && html`open`}>
      <summary>${summaryOf(shown)}</summary>
      ${choices && storyFieldsView(shown, choices)}
      <dl class="details">
        ${all.map(
          ([name, value]) =>
            value &&
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
    </details>
  </aside>`;
}

/** Whether a field waits to be saved again. */
const isInHand = ({ touched, values, problem, isChange }: ShownStory): boolean =>
  Object.keys(touched).some((name) => name !== 'title' && name !== 'description') ||
  (isChange && problem?.field !== undefined && Object.hasOwn(values, problem.field));

/** What is set, in a line: where there is little room, the fields are folded behind it. */
function summaryOf(shown: ShownStory): Html {
  const { t, story, statuses, assignee } = shown;
  const status = statuses.find(({ id }) => id === story.statusId);
  const parts: Fragment[] = [
    status && statusName(status.name, status.category),
    story.priority !== 'none' && t.text(`story.${story.priority}`),
    assignee === undefined
      ? story.assigneeId === null && t.text('story.unassigned')
      : html`<bdi>${assignee}</bdi>`,
    story.endDate !== null && dueInWords(shown, story.endDate),
  ];
  return html`<span class="hidden">${t.text('story.details')}: </span>${parts
      .filter((part) => part !== undefined && part !== false && part !== null)
      .map((part) => html`<span>${part}</span> `)}`;
}

function dueInWords(shown: ShownStory, endDate: string): Fragment {
  const date = shown.t.day(new Date(endDate));
  return isLate(shown) ? html`<span class="overdue">${shown.t.text('story.overdue', { date })}</span>` : date;
}

type Fact = [name: string, value: Fragment];

const text = (value: string | null | undefined): Fragment => value && html`<bdi>${value}</bdi>`;

const person = (name: string | undefined): Fragment => name && html`${avatar(name)} <bdi>${name}</bdi>`;

const day = (date: string | null, { t }: ShownStory): Fragment =>
  date !== null && dayElement(utcDay(date), t);

const moment = (at: string | null, { t }: ShownStory): Fragment => at !== null && dateElement(at, t);

/** What guests read, and others change. */
function changeableFacts(shown: ShownStory): Fact[] {
  const { t, story, assignee, labels, sprint } = shown;
  return [
    [
      t.text('story.assignee'),
      person(assignee) ?? t.text(story.assigneeId === null ? 'story.unassigned' : 'story.someone'),
    ],
    [t.text('story.priority'), story.priority !== 'none' && t.text(`story.${story.priority}`)],
    [t.text('story.estimate'), story.estimateLabel !== null && estimateText(t, story.estimateLabel)],
    [t.text('story.sprint'), text(sprint)],
    [t.text('story.due'), dueView(story, categoryOf(shown), shown)],
    [
      t.text('story.labels'),
      labels.length > 0 && labels.map(({ name }) => html`<span class="tag"><bdi>${name}</bdi></span> `),
    ],
  ];
}

function facts(shown: ShownStory): Fact[] {
  const { t, story, reporter, objective, parent, fields } = shown;
  return [
    [t.text('story.objective'), objective !== undefined && objectiveLink(story.objectiveId!, objective)],
    [
      t.text('story.parent'),
      parent && html`<a href="${storyPath(parent.id)}">${parent.reference} <bdi>${parent.title}</bdi></a>`,
    ],
    [t.text('story.start'), day(story.startDate, shown)],
    [t.text('story.completedAt'), moment(story.completedAt, shown)],
    ...fields.map((field): Fact => [field.name, fieldValue(field, shown)]),
    [t.text('story.reporter'), text(reporter)],
    [t.text('story.created'), moment(story.createdAt, shown)],
  ];
}

const objectiveLink = (id: string, name: string): Html =>
  html`<a href="${objectivePath(id)}"><bdi>${name}</bdi></a>`;

function fieldValue({ type, value }: PageField, { t, nameOf }: ShownStory): Fragment {
  if (typeof value === 'boolean') return t.text(value ? 'story.yes' : 'story.no');
  if (typeof value === 'number') return t.number(value);
  if (typeof value !== 'string') return value.map((one) => html`<span class="tag"><bdi>${one}</bdi></span> `);
  if (type === 'user') return text(nameOf(value) ?? t.text('story.someone'));
  if (type === 'url' && /^https?:\/\//i.test(value))
    return html`<a href="${value}" rel="nofollow noopener"><bdi>${value}</bdi></a>`;
  return text(value);
}
