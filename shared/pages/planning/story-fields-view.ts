import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { namedEstimates } from '../../identity/team/team.ts';
import { storyActPath, storyPath } from '../../planning/paths/page-paths.ts';
import { priorities } from '../../kernel/core/priority.ts';
import { areaField, selectField, textField, type Problem } from '../kit/form-view.ts';
import { STORY_FORM } from './comment-form-view.ts';
import { estimateText } from './estimate-text.ts';
import { isLate } from './due-view.ts';
import { labelTicks } from './label-ticks-view.ts';
import type { ShownStory } from './shown-story.ts';
import type { StoryChoices } from './story-choices.ts';
import type { StoryFields } from './story-fields.ts';

interface FieldOption {
  value: string;
  text: string;
}

const choicesOf = (all: readonly { id: string; name: string }[]): FieldOption[] =>
  all.map(({ id, name }) => ({ value: id, text: name }));

/** The choices with that of the story, which may be none of them any more. */
const withCurrent = (choices: readonly FieldOption[], { value, text }: FieldOption): FieldOption[] =>
  value === '' || choices.some((one) => one.value === value) ? [...choices] : [...choices, { value, text }];

/** The fields of a story that a member chooses or fills in, and the button that saves them with its texts. */
export function storyFieldsView(shown: ShownStory, choices: StoryChoices): Html {
  const { t, story, statuses, sprint } = shown;
  const open = statuses.filter(({ id, archivedAt }) => archivedAt === null || id === story.statusId);
  const none = (text: string): FieldOption => ({ value: '', text });
  const sprints = withCurrent(choicesOf(choices.sprints), {
    value: story.sprintId ?? '',
    text: sprint ?? '',
  });
  return html`<div class="choice">
    ${select(shown, 'status', t.text('story.status'), choicesOf(open))}
    ${select(shown, 'assignee', t.text('story.assignee'), [none(t.text('story.unassigned')), ...people(shown, choices)])}
    ${select(
      shown,
      'priority',
      t.text('story.priority'),
      priorities.map((value) => ({ value, text: t.text(`story.${value}`) })),
    )}
    ${estimateField(shown, choices)}
    ${sprints.length > 0 && select(shown, 'sprint', t.text('story.sprint'), [none(t.text('story.noSprint')), ...sprints])}
    ${objectiveField(shown, choices)}
    ${input(shown, 'due', t.text('story.due'), { type: 'date', hint: overdueHint(shown) })}
    ${labelsField(shown, choices)} ${saveButton(shown, 'button quiet')}
  </div>`;
}

/** The objective that it counts towards, which may be one that the reader cannot see. */
function objectiveField(shown: ShownStory, choices: StoryChoices): Fragment {
  const { t, story, objective } = shown;
  const objectives = withCurrent(choicesOf(choices.objectives), {
    value: story.objectiveId ?? '',
    text: objective ?? t.text('story.someObjective'),
  });
  return (
    objectives.length > 0 &&
    select(shown, 'objective', t.text('story.objective'), [
      { value: '', text: t.text('story.noObjective') },
      ...objectives,
    ])
  );
}

/** The title and description of a story to be changed, which are folded until then. */
export function storyTextsView(shown: ShownStory): Html {
  const { t, story, values, touched } = shown;
  const isOpen = touched.title !== undefined || touched.description !== undefined;
  return html`<details class="reveal edit" ${isOpen && html`open`}>
    <summary>${t.text('story.edit')}</summary>
    ${input(shown, 'title', t.text('story.title'), { required: true })}
    ${areaField('description', t.text('story.description'), {
      name: 'description',
      value: values.description,
      form: STORY_FORM,
      length: 'long',
      problem: problemOf(shown, 'description'),
      hint: t.text('story.commentHint'),
    })}
    <div class="send">
      ${saveButton(shown, 'button')}
      <a class="cancel" href="${storyPath(story.id)}">${t.text('button.cancel')}</a>
    </div>
  </details>`;
}

const overdueHint = (shown: ShownStory): Fragment =>
  isLate(shown) &&
  html`<span class="overdue">
    ${shown.t.text('story.overdue', { date: shown.t.date(shown.story.endDate!) })}
  </span>`;

type Name = keyof StoryFields;

function select(shown: ShownStory, name: Name, label: string, choices: readonly FieldOption[]): Html {
  const textOf = (value: string) => choices.find((choice) => choice.value === value)?.text ?? value;
  return selectField(name, label, {
    name,
    choices,
    chosen: shown.values[name],
    form: STORY_FORM,
    problem: problemOf(shown, name, textOf),
  });
}

function input(
  shown: ShownStory,
  name: Name,
  label: string,
  more: { type?: 'date'; isDecimal?: boolean; required?: boolean; hint?: Fragment },
): Html {
  const value = shown.values[name];
  return textField(name, label, { name, value, form: STORY_FORM, problem: problemOf(shown, name), ...more });
}

/** What is wrong with a field: that others have changed it, or what the form was refused for. */
function problemOf(shown: ShownStory, name: Name, textOf?: (value: string) => string): Problem | undefined {
  const current = currentOf(shown, name, textOf);
  return current === undefined ? shown.problem : { field: name, text: current };
}

/** What someone else has changed a field to, which the reader has changed too. */
function currentOf(
  { t, changedMeanwhile }: ShownStory,
  name: Name,
  textOf: (value: string) => string = (value) => value,
): Fragment {
  const value = changedMeanwhile[name];
  if (value === undefined) return undefined;
  const text = textOf(value) || t.text('story.nothing');
  return t.markup('story.now', { value: html`<strong dir="auto">${text}</strong>` });
}

/** The members of the team, the reader first, and whom the story is assigned to. */
function people({ t, story, memberId, assignee }: ShownStory, choices: StoryChoices): FieldOption[] {
  const own = choices.people.filter(({ id }) => id === memberId);
  const others = choices.people.filter(({ id }) => id !== memberId);
  return withCurrent(
    [
      ...own.map(({ id, name }) => ({ value: id, text: t.text('story.you', { name }) })),
      ...choicesOf(others),
    ],
    { value: story.assigneeId ?? '', text: assignee ?? t.text('story.someone') },
  );
}

function estimateField(shown: ShownStory, { estimateScheme }: StoryChoices): Html {
  const { t, story } = shown;
  const named = namedEstimates(estimateScheme)?.map(({ value, label }) => ({
    value: String(value),
    text: estimateText(t, label),
  }));
  const label = t.text('story.estimate');
  if (named === undefined)
    return input(shown, 'estimate', label, {
      isDecimal: true,
      hint: t.text(estimateScheme === 'hours' ? 'story.in_hours' : 'story.in_ideal_days'),
    });
  const current = {
    value: String(story.estimateValue ?? ''),
    text: estimateText(t, story.estimateLabel ?? ''),
  };
  return select(shown, 'estimate', label, [
    { value: '', text: t.text('story.noEstimate') },
    ...withCurrent(named, current),
  ]);
}

function labelsField(shown: ShownStory, choices: StoryChoices): Fragment {
  const { t, labels, values } = shown;
  const former = labels.filter(({ id }) => choices.labels.every((one) => one.id !== id));
  const all = [...choices.labels, ...former];
  const namesOf = (ids: string) => all.flatMap(({ id, name }) => (ids.includes(id) ? name : [])).join(', ');
  return (
    all.length > 0 &&
    labelTicks({
      t,
      id: 'label',
      labels: all,
      ticked: new Set(values.labels.split('\n')),
      current: currentOf(shown, 'labels', namesOf),
      form: STORY_FORM,
    })
  );
}

const saveButton = ({ t, story }: ShownStory, look: 'button' | 'button quiet'): Html =>
  html`<button
    type="submit"
    class="${look}"
    form="${STORY_FORM}"
    formaction="${storyActPath(story.id, 'save')}"
    formnovalidate
  >
    ${t.text('story.save')}
  </button>`;
