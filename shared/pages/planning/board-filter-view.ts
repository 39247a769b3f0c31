import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { boardFilterPath, boardPath } from '../../planning/paths/page-paths.ts';
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

/** The search for stories, by words or in the language of filters. */
export function boardSearchView(board: Board): Html {
  const { t, team, choices, searchProblem } = board;
  return html`<form class="search" role="search" action="${boardPath(team.id)}">
    ${keptFields(board, ['q'])}
    <input
      id="search"
      type="search"
      name="q"
      value="${choices.q}"
      maxlength="200"
      dir="auto"
      aria-label="${t.text('board.search')}"
      placeholder="${t.text('board.search')}"
      ${searchProblem !== undefined && html`aria-invalid="true"`}
    />
    <button type="submit" class="button quiet" aria-label="${t.text('board.find')}">${glass}</button>
    ${
      choices.q !== undefined &&
      html`<a href="${pathWith(board, { q: undefined, ...statusOf(board) })}">${t.text('board.clear')}</a>`
    }
  </form>`;
}

const glass = html`<svg
  viewBox="0 0 16 16"
  width="16"
  height="16"
  fill="none"
  stroke="currentColor"
  aria-hidden="true"
>
  <circle cx="7" cy="7" r="4.5" stroke-width="1.75" />
  <path d="m10.5 10.5 4 4" stroke-width="1.75" stroke-linecap="round" />
</svg>`;

/** The choice of stories by who does them and by label, in a menu whose title says what is chosen. */
export function boardFilterView(board: Board): Html {
  const { t, team, choices, people, labels } = board;
  const { mine, assignee, label, sort } = choices;
  const chosen = [nameIn(people, assignee, t.text('story.unassigned')), nameIn(labels, label)];
  const order = boardSorts.find((one) => one === sort);
  const names = [...chosen, order && t.text(`board.by${order}`)].filter((name) => name !== undefined);
  const anyone = { value: '', text: t.text('board.anyone') };
  const none = { value: 'none', text: t.text('story.unassigned') };
  return html`<details class="menu filter">
    <summary ${names.length > 0 && html`class="set"`}>
      ${t.text('board.filter')}${names.length > 0 && html`: ${t.list(names)}`}
    </summary>
    <form class="panel" action="${boardFilterPath(team.id)}">
      ${keptFields(board, ['mine', 'assignee', 'label', 'sort'])}
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
          { value: '', text: t.text('board.newest') },
          ...boardSorts.map((value) => ({ value, text: t.text(`board.by${value}`) })),
        ],
        chosen: sort ?? '',
      })}
      <div class="send">
        ${button(t.text('board.apply'))} ${clearLink(board, mine !== undefined || names.length > 0)}
      </div>
    </form>
  </details>`;
}

const unchosen = { mine: undefined, assignee: undefined, label: undefined, sort: undefined };

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

/** The name of what is chosen; one that is not among those to choose from is said by its kind. */
function nameIn(
  all: readonly { id: string; name: string }[],
  id: string | undefined,
  none = '',
): string | undefined {
  if (id === undefined) return undefined;
  return id === 'none' ? none : (all.find((one) => one.id === id)?.name ?? '…');
}
