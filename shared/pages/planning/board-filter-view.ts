import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { boardFilterPath } from '../../planning/paths/page-paths.ts';
import { button, selectField } from '../kit/form-view.ts';
import { boardSorts, boardWith, filterWith, type BoardChoices } from './board-choices.ts';
import type { Board } from './shown-board.ts';

/** The path of the board with other choices, for the same stories unless others are among them. */
export const pathWith = (
  { team, choices }: Board,
  others: Readonly<Record<string, string | undefined>>,
): string => boardWith(team.id, { ...choices, ...others });

/** The same, which is kept for the next visit. */
export const keptPathWith = (
  { team, choices }: Board,
  others: Readonly<Record<string, string | undefined>>,
): string => filterWith(team.id, { ...choices, ...others });

/** The status whose stories alone are shown, which links keep. */
export const statusOf = ({ only, lanes }: Board): { status?: string } =>
  only === undefined ? {} : { status: lanes[0]!.id };

/** The hidden fields of a form that chooses again, for what it leaves as it is. */
const keptFields = (board: Board, renewed: readonly (keyof BoardChoices)[]): Html =>
  html`${Object.entries({ ...board.choices, ...statusOf(board) })
    .filter(([name]) => !(renewed as readonly string[]).includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;

/**
 * What stories are searched for and chosen by, and how they are sorted, behind one title with how many of these are set.
 * By words or in the language of filters.
 */
export function boardFilterView(board: Board): Html {
  const { t, team, choices, people, labels, searchProblem } = board;
  const { mine, assignee, label, q, sort } = choices;
  const count = [q, mine ?? assignee, label, sort].filter((choice) => choice !== undefined).length;
  const anyone = { value: '', text: t.text('board.anyone') };
  const none = { value: 'none', text: t.text('story.unassigned') };
  return html`<details class="menu filter" ${searchProblem !== undefined && html`open`}>
    <summary ${count > 0 && html`class="set"`}>
      ${t.text('board.filter')}${count > 0 && html` <span class="count">${t.number(count)}</span>`}
    </summary>
    <form class="panel" role="search" action="${boardFilterPath(team.id)}">
      ${keptFields(board, ['q', 'mine', 'assignee', 'label', 'sort'])}
      <div class="field">
        <label for="search">${t.text('board.search')}</label>
        <input
          id="search"
          type="search"
          name="q"
          value="${q}"
          maxlength="200"
          dir="auto"
          ${searchProblem !== undefined && html`aria-invalid="true"`}
        />
      </div>
      ${selectField('by-assignee', t.text('story.assignee'), {
        name: 'assignee',
        choices: [anyone, none, ...people.map(toChoice)],
        chosen: (mine === undefined ? assignee : people[0]?.id) ?? '',
      })}
      ${
        labels.length > 0 &&
        selectField('by-label', t.text('board.label'), {
          name: 'label',
          choices: [{ value: '', text: t.text('board.anyLabel') }, ...labels.map(toChoice)],
          chosen: label ?? '',
        })
      }
      ${selectField('by-sort', t.text('board.sort'), {
        name: 'sort',
        choices: [
          { value: '', text: t.text('board.byHand') },
          ...boardSorts.map((value) => ({ value, text: t.text(`board.by${value}`) })),
        ],
        chosen: sort ?? '',
      })}
      <div class="send">${button(t.text('board.apply'))} ${clearLink(board, count > 0)}</div>
    </form>
  </details>`;
}

const unchosen = { q: undefined, mine: undefined, assignee: undefined, label: undefined, sort: undefined };

const clearLink = (board: Board, isSet: boolean): Fragment =>
  isSet &&
  html`<a href="${keptPathWith(board, { ...unchosen, ...statusOf(board) })}"
    >${board.t.text('board.clear')}</a
  >`;

export interface FilterOption {
  value: string;
  text: string;
}

export const toChoice = ({ id, name }: { id: string; name: string }): FilterOption => ({
  value: id,
  text: name,
});
