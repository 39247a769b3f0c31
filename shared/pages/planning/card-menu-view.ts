import { priorities } from '../../kernel/core/priority.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { namedEstimates } from '../../identity/team/team.ts';
import { boardStoriesPath, boardStoryPath } from '../../planning/paths/page-paths.ts';
import type { Story } from '../../planning/story/story.ts';
import { estimateText } from './estimate-text.ts';
import { CARD_FORM } from './board-tools-view.ts';
import { pathWith, statusOf, toChoice, type FilterOption } from './board-filter-view.ts';
import { cardId } from './board-choices.ts';
import { bareSign } from './card-signs-view.ts';
import type { Board } from './shown-board.ts';

/** The value of a button that clears a field, since forms leave out empty ones. */
export const NONE = 'none';

/** The id of the menu that a script puts into the card that it is opened in. */
const MENU = 'card-menu';

/** Where the menu of a story's card is opened: by the script with the one menu, else by a page that has it in this card. */
export function cardMenu(board: Board, story: Story): Fragment {
  const { t, tools, changing } = board;
  if (tools === undefined) return undefined;
  if (changing === story.id) return menu(board, story);
  // Of the page's own path, so that it is said once.
  const { search } = new URL(pathWith(board, { ...statusOf(board), change: story.id }), 'http://board');
  return html`<a
    class="move"
    href="${search}#${cardId(story.id)}"
    aria-label="${t.text('board.change', { reference: story.reference })}"
    >${bareSign('dots')}</a
  >`;
}

/** The one menu of all cards, without a story; and where it sends what is chosen for one. */
export const menuOfCards = (board: Board): Fragment =>
  board.tools &&
  html`<div id="${MENU}" data-path="${boardStoriesPath(board.team.id)}" hidden>${menu(board)}</div>`;

/** What the menu shows as chosen, and does not offer again. */
export const chosenIn = (story: Story, { readerId }: Board): Html =>
  html`${(['assignee', 'priority', 'estimate', 'sprint'] as const).map((field) => {
    const value = field === 'assignee' && story.assigneeId !== readerId ? NONE : valueOf(story, field);
    return value !== NONE && html` data-${field}="${value}"`;
  })}`;

/** A menu: where a story can be moved, who does it, and its priority, estimate and sprint. */
function menu(board: Board, story?: Story): Html {
  const { t, statuses } = board;
  const label = story && t.text('board.change', { reference: story.reference });
  const others = statuses.filter(({ id }) => id !== story?.statusId);
  return html`<details class="move" name="move" ${story && html`open`}>
    <summary ${label !== undefined && html`aria-label="${label}"`}>${bareSign('dots')}</summary>
    <div class="choices">
      ${others.map(({ id, name }) => choiceButton(board, story, 'status', { value: id, text: name }))}
      <hr />
      ${rankButtons(board, story)} ${assignButtons(board, story)}
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

type Field = 'status' | 'rank' | 'assignee' | 'priority' | 'estimate' | 'sprint';

const choiceButton = (
  { team }: Board,
  story: Story | undefined,
  field: Field,
  { value, text, isChosen = false }: FilterOption & { isChosen?: boolean | undefined },
): Html =>
  html`<button
    type="submit"
    form="${CARD_FORM}"
    ${story && html`formaction="${boardStoryPath(team.id, story.id)}"`}
    name="${field}"
    value="${value}"
    ${isChosen && html`aria-current="true"`}
  >
    <bdi>${text}</bdi>
  </button>`;

/**
 * Where a story is put among those of its lane: before the one above it, after the one below, or at the top. The script
 * adds which these are to the one menu of all.
 */
function rankButtons(board: Board, story: Story | undefined): Fragment {
  const { t, lanes } = board;
  const lane = lanes.find(({ stories, order }) => order === 'rank' && (!story || stories.includes(story)));
  if (lane === undefined) return undefined;
  const at = story ? lane.stories.indexOf(story) : -1;
  const [above, below] = [lane.stories[at - 1], lane.stories[at + 1]];
  const placeButton = (text: 'board.up' | 'board.down' | 'board.top', where: string, neighbor?: Story) =>
    (story === undefined || neighbor !== undefined) &&
    choiceButton(board, story, 'rank', {
      value: neighbor && where !== 'first' ? `${where} ${neighbor.id}` : where,
      text: t.text(text),
    });
  return html`${placeButton('board.up', 'before', story && above)}
    ${placeButton('board.down', 'after', story && below)} ${placeButton('board.top', 'first', story && above)}
    <hr />`;
}

/** The reader takes a story over, or leaves their own to others. */
const assignButtons = (board: Board, story: Story | undefined): Fragment => [
  story?.assigneeId !== board.readerId &&
    choiceButton(board, story, 'assignee', { value: board.readerId, text: board.t.text('board.assign') }),
  (story === undefined || story.assigneeId === board.readerId) &&
    choiceButton(board, story, 'assignee', { value: NONE, text: board.t.text('board.unassign') }),
];

/** The values of a field of a story as it has them. */
const valueOf = (story: Story, field: Exclude<Field, 'rank'>): string =>
  ({
    status: story.statusId,
    assignee: story.assigneeId ?? NONE,
    priority: story.priority,
    estimate: story.estimateValue === null ? NONE : String(story.estimateValue),
    sprint: story.sprintId ?? NONE,
  })[field];

const fold = (
  board: Board,
  story: Story | undefined,
  field: 'priority' | 'estimate' | 'sprint',
  choices: readonly FilterOption[],
): Html =>
  html`<details class="within" name="within">
    <summary>${board.t.text(`story.${field}`)}</summary>
    ${choices.map((choice) =>
      choiceButton(board, story, field, {
        ...choice,
        isChosen: story && choice.value === valueOf(story, field),
      }),
    )}
  </details>`;

/** None where estimates are numbers that have to be typed. */
function estimateFold(board: Board, story: Story | undefined): Fragment {
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

const sprintFold = (board: Board, story: Story | undefined): Fragment =>
  board.sprints.length > 0 &&
  fold(board, story, 'sprint', [
    { value: NONE, text: board.t.text('story.noSprint') },
    ...board.sprints.map(toChoice),
  ]);
