import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { boardPath } from '../../planning/page-paths.ts';
import { button, selectField } from '../portal-team/form-view.ts';
import type { Board } from './shown-board.ts';

/** The choices that a board's links keep. */
type Choices = Record<string, string | undefined>;

/** The path of the board with other choices, for the same stories unless others are among them. */
export function pathWith(board: Board, choices: Choices): string {
  const query = queryOf({ ...choicesOf(board), ...choices });
  const path = boardPath(board.team.id);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

const choicesOf = ({ onlySprint, isMine, onlyAssignee, onlyLabel }: Board): Choices => ({
  sprint: onlySprint?.id,
  mine: isMine ? 'yes' : undefined,
  assignee: onlyAssignee,
  label: onlyLabel,
});

const queryOf = (choices: Choices): URLSearchParams =>
  new URLSearchParams(
    Object.entries(choices).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** The status whose stories alone are shown, which links keep. */
export const statusOf = ({ only, lanes }: Board): { status?: string } =>
  only === undefined ? {} : { status: lanes[0]!.id };

/** The choice of stories by who does them and by label, in a menu whose title says what is chosen. */
export function boardFilterView(board: Board): Html {
  const { t, team, isMine, onlySprint, onlyAssignee, onlyLabel, people, labels } = board;
  const chosen = [nameIn(people, onlyAssignee, t.text('story.unassigned')), nameIn(labels, onlyLabel)];
  const names = chosen.filter((name) => name !== undefined);
  const kept = queryOf({ sprint: onlySprint?.id, ...statusOf(board) });
  const anyone = { value: '', text: t.text('board.anyone') };
  const none = { value: 'none', text: t.text('story.unassigned') };
  return html`<details class="menu filter">
    <summary ${names.length > 0 && html`class="set"`}>
      ${t.text('board.filter')}${names.length > 0 && html`: ${t.list(names)}`}
    </summary>
    <form class="panel" action="${boardPath(team.id)}">
      ${[...kept].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${selectField('by-assignee', t.text('story.assignee'), {
        name: 'assignee',
        choices: [anyone, none, ...people.map(toChoice)],
        chosen: (isMine ? people[0]?.id : onlyAssignee) ?? '',
      })}
      ${
        labels.length > 0 &&
        selectField('by-label', t.text('board.label'), {
          name: 'label',
          choices: [{ value: '', text: t.text('board.anyLabel') }, ...labels.map(toChoice)],
          chosen: onlyLabel ?? '',
        })
      }
      <div class="send">${button(t.text('board.apply'))} ${clearLink(board, names.length > 0)}</div>
    </form>
  </details>`;
}

const clearLink = (board: Board, isSet: boolean): Fragment =>
  isSet &&
  html`<a href="${pathWith(board, { assignee: undefined, label: undefined, ...statusOf(board) })}"
    >${board.t.text('board.clear')}</a
  >`;

const toChoice = ({ id, name }: { id: string; name: string }) => ({ value: id, text: name });

/** The name of what is chosen; one that is not among those to choose from is said by its kind. */
function nameIn(
  all: readonly { id: string; name: string }[],
  id: string | undefined,
  none = '',
): string | undefined {
  if (id === undefined) return undefined;
  return id === 'none' ? none : (all.find((one) => one.id === id)?.name ?? '…');
}
