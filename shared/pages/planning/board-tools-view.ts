import { linesWithTicked } from '../../kernel/api/http/form.ts';
import { namedEstimates } from '../../identity/team/team.ts';
import { priorities } from '../../kernel/core/priority.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { boardPath, boardStoriesPath, storyPath } from '../../planning/paths/page-paths.ts';
import type { Story } from '../../planning/story/story.ts';
import type { PlainText } from '../messages/page-messages.ts';
import {
  areaField,
  button,
  DISCARD,
  outcomeOf,
  outcomeView,
  selectField,
  teamForm,
  textField,
  type Problem,
} from '../kit/form-view.ts';
import { choiceFields, LIST } from './board-choices.ts';
import { pathWith, toChoice, type FilterOption } from './board-filter-view.ts';
import { estimateText } from './estimate-text.ts';
import { labelTicks } from './label-ticks-view.ts';
import { isEmptyTeam, type Board } from './shown-board.ts';

/** The form with which the buttons of the menus of cards are sent. */
export const CARD_FORM = 'card-form';

const outcomes = { created: 'board.created', moved: 'board.moved', changed: 'story.saved' } as const;

/** What has been done on a board, and the form of its menus; guests have none. */
export function boardToolsView(board: Board): Fragment {
  const { t, team, only, tools } = board;
  if (tools === undefined) return undefined;
  const { problem, isUnsaved, isKept } = tools;
  const unsaved: Problem | undefined = isUnsaved || isKept ? { text: t.text('story.unsaved') } : undefined;
  // What is done with a story that is shown is in its card.
  const isShown = board.lanes.some(({ stories }) => stories.some(({ id }) => id === tools.doneWith?.id));
  const fields = {
    ...choiceFields(board.choices),
    ...(only !== undefined && { [LIST]: board.lanes[0]!.id }),
  };
  return html`${isShown ? outcomeView(undefined, unsaved ?? problem) : elsewhereView(board, unsaved ?? problem)}
  ${teamForm(tools, boardPath(team.id), fields, undefined, CARD_FORM)}`;
}

/** What was done with a story that is not among those shown, with a link to it. */
function elsewhereView({ t, tools }: Board, problem: Problem | undefined): Fragment {
  const done = outcomeOf(t, outcomes, tools?.done);
  const story = tools?.doneWith;
  if (done === undefined || story === undefined || problem !== undefined) return outcomeView(done, problem);
  return html`<p class="thanks" role="status">
    ${done} <a href="${storyPath(story.id)}">${story.reference} <bdi>${story.title}</bdi></a>
  </p>`;
}

/** The form for a new story; guests have none. */
export function newStoryView(board: Board): Fragment {
  const { t, team, tools } = board;
  if (tools === undefined) return undefined;
  const { form, problem, isKept } = tools;
  const isOpen = form['title'] !== undefined || problem?.field === 'title';
  const isEmpty = isEmptyTeam(board);
  return html`<details class="${isEmpty ? 'reveal new main' : 'reveal new'}" ${isOpen && html`open`}>
    <summary>${t.text('board.new')}</summary>
    ${teamForm(
      tools,
      boardStoriesPath(team.id),
      choiceFields(board.choices),
      html`${textField('new-title', t.text('story.title'), {
          name: 'title',
          value: form['title'],
          required: true,
          problem,
        })}
        ${areaField('new-description', t.text('story.description'), {
          name: 'description',
          value: form['description'],
          problem,
        })}
        ${statusField(board)} ${assigneeField(board)} ${moreFields(board)}
        <div class="send">
          ${button(t.text('board.create'))}
          ${
            isKept
              ? html`<button type="submit" class="link" name="${DISCARD}" value="yes" formnovalidate>
                  ${t.text('board.discard')}
                </button>`
              : html`<a class="cancel" href="${pathWith(board, {})}">${t.text('button.cancel')}</a>`
          }
        </div>`,
    )}
  </details>`;
}

/** What has been done with a story, for its card. */
export const outcomeAt = ({ t, tools }: Board, { id }: Story): Fragment =>
  tools?.doneWith?.id === id && outcomeView(outcomeOf(t, outcomes, tools.done), undefined);

const statusField = ({ t, lanes, tools }: Board): Fragment =>
  selectField('new-status', t.text('story.status'), {
    name: 'status',
    choices: lanes.map(({ id, name }) => ({ value: id, text: name })),
    chosen: tools?.form['status'] ?? lanes.find(({ category }) => category === 'unstarted')?.id ?? '',
  });

/** Who does it: by default the person whose stories the board shows. */
function assigneeField({ t, people, choices, tools }: Board): Fragment {
  const [reader] = people;
  const { mine, assignee } = choices;
  const shown = mine === undefined ? assignee : reader?.id;
  return selectField('new-assignee', t.text('story.assignee'), {
    name: 'assignee',
    choices: [{ value: '', text: t.text('story.unassigned') }, ...people.map(toChoice)],
    chosen: tools?.form['assignee'] ?? (shown === 'none' ? '' : (shown ?? '')),
  });
}

/** What else is known of a new story, folded until it is wanted. */
function moreFields({ t, team, labels, sprints, objectives, choices, tools }: Board): Html {
  const { form = {}, problem } = tools ?? {};
  const select = (name: string, label: string, all: readonly FilterOption[], chosen = '') =>
    selectField(`new-${name}`, label, { name, choices: all, chosen: form[name] ?? chosen, problem });
  const none = (text: PlainText): FilterOption => ({ value: '', text: t.text(text) });
  const ticked = linesWithTicked(form, 'labels') || (choices.label ?? '');
  const estimates = namedEstimates(team.estimateScheme);
  const isOpen =
    ['priority', 'estimate', 'sprint', 'objective', 'due'].some((name) => form[name]) ||
    linesWithTicked(form, 'labels') !== '';
  return html`<details class="reveal" ${isOpen && html`open`}>
    <summary>${t.text('board.more')}</summary>
    ${select(
      'priority',
      t.text('story.priority'),
      priorities.map((value) => ({ value, text: t.text(`story.${value}`) })),
      'none',
    )}
    ${
      estimates === undefined
        ? textField('new-estimate', t.text('story.estimate'), {
            name: 'estimate',
            value: form['estimate'],
            isDecimal: true,
            problem,
            hint: t.text(team.estimateScheme === 'hours' ? 'story.in_hours' : 'story.in_ideal_days'),
          })
        : select('estimate', t.text('story.estimate'), [
            none('story.noEstimate'),
            ...estimates.map(({ value, label }) => ({ value: String(value), text: estimateText(t, label) })),
          ])
    }
    ${sprints.length > 0 && select('sprint', t.text('story.sprint'), [none('story.noSprint'), ...sprints.map(toChoice)], choices.sprint)}
    ${objectives.length > 0 && select('objective', t.text('story.objective'), [none('story.noObjective'), ...objectives.map(toChoice)])}
    ${textField('new-due', t.text('story.due'), { name: 'due', type: 'date', value: form['due'], problem })}
    ${labels.length > 0 && labelTicks({ t, id: 'new-label', labels, ticked: new Set(ticked.split('\n')) })}
  </details>`;
}
