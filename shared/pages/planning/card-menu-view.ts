import { priorities } from '../../kernel/core/priority.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { namedEstimates } from '../../identity/team/team.ts';
import { boardStoryPath } from '../../planning/paths/page-paths.ts';
import type { Story } from '../../planning/story/story.ts';
import { estimateText } from './estimate-text.ts';
import { CARD_FORM } from './board-tools-view.ts';
import { toChoice, type Choice } from './board-filter-view.ts';
import type { Board } from './shown-board.ts';

/** Drawn, since not every font has the sign. */
const dots = html`<svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
  <circle cx="3" cy="8" r="1.5" />
  <circle cx="8" cy="8" r="1.5" />
  <circle cx="13" cy="8" r="1.5" />
</svg>`;

/** The value of a button that clears a field, since forms leave out empty ones. */
export const NONE = 'none';

/** The menu of a story's card: where it can be moved, who does it, and its priority, estimate and sprint. */
export function cardMenu(board: Board, story: Story): Fragment {
  const { t, statuses, tools } = board;
  if (tools === undefined) return undefined;
  const others = statuses.filter(({ id }) => id !== story.statusId);
  return html`<details class="move" name="move">
    <summary aria-label="${t.text('board.change', { reference: story.reference })}">${dots}</summary>
    <div class="choices">
      ${others.map(({ id, name }) => choiceButton(board, story, 'status', { value: id, text: name }))}
      <hr />
      ${assignButton(board, story)}
      ${fold(
        board,
        story,
        'priority',
        priorities.map((value) => ({ value, text: t.text(`story.${value}`) })),
      )}
      ${estimateFold(board, story)} ${sprintFold(board, story)}
    </div>
  </details>`;
}

type Field = 'status' | 'assignee' | 'priority' | 'estimate' | 'sprint';

const choiceButton = (
  { team }: Board,
  story: Pick<Story, 'id'>,
  field: Field,
  { value, text, isChosen = false }: Choice & { isChosen?: boolean },
): Html =>
  html`<button
    type="submit"
    form="${CARD_FORM}"
    formaction="${boardStoryPath(team.id, story.id)}"
    name="${field}"
    value="${value}"
    ${isChosen && html`aria-current="true"`}
  >
    <bdi>${text}</bdi>
  </button>`;

/** The reader takes a story over, or leaves their own to others. */
const assignButton = (board: Board, story: Story): Html =>
  story.assigneeId === board.readerId
    ? choiceButton(board, story, 'assignee', { value: NONE, text: board.t.text('board.unassign') })
    : choiceButton(board, story, 'assignee', { value: board.readerId, text: board.t.text('board.assign') });

/** The values of a field of a story as it has them. */
const valueOf = (story: Story, field: Field): string =>
  ({
    status: story.statusId,
    assignee: story.assigneeId ?? NONE,
    priority: story.priority,
    estimate: story.estimateValue === null ? NONE : String(story.estimateValue),
    sprint: story.sprintId ?? NONE,
  })[field];

const fold = (
  board: Board,
  story: Story,
  field: 'priority' | 'estimate' | 'sprint',
  choices: readonly Choice[],
): Html =>
  html`<details class="within" name="within-${story.id}">
    <summary>${board.t.text(`story.${field}`)}</summary>
    ${choices.map((choice) =>
      choiceButton(board, story, field, { ...choice, isChosen: choice.value === valueOf(story, field) }),
    )}
  </details>`;

/** None where estimates are numbers that have to be typed. */
function estimateFold(board: Board, story: Story): Fragment {
  const estimates = namedEstimates(board.team.estimateScheme);
  const choices = estimates?.map(({ value, label }) => ({
    value: String(value),
    text: estimateText(board.t, label),
  }));
  return (
    choices &&
    fold(board, story, 'estimate', [{ value: NONE, text: board.t.text('story.noEstimate') }, ...choices])
  );
}

const sprintFold = (board: Board, story: Story): Fragment =>
  board.sprints.length > 0 &&
  fold(board, story, 'sprint', [
    { value: NONE, text: board.t.text('story.noSprint') },
    ...board.sprints.map(toChoice),
  ]);
