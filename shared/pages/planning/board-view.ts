import { dayText } from '../../kernel/core/date-span.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { sprintPath } from '../../planning/paths/page-paths.ts';
import { sprintDays } from '../../planning/sprints/sprint-days.ts';
import type { Story } from '../../planning/story/story.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { shortTime } from '../messages/times-view.ts';
import { outcomeView } from '../kit/form-view.ts';
import { isPart, openedIn } from './board-choices.ts';
import { boardFilterView, keptPathWith, pathWith, statusOf } from './board-filter-view.ts';
import { boardToolsView, newStoryView } from './board-tools-view.ts';
import { keysView } from './board-keys-view.ts';
import { menuOfCards } from './card-menu-view.ts';
import { drawnSigns } from './card-signs-view.ts';
import { cardView } from './card-view.ts';
import { planningTabs } from './planning-tabs-view.ts';
import { isEmptyTeam, type Board, type BoardSprint, type Lane } from './shown-board.ts';
import { amountText, drawnBurnDown, storiesDoneView } from './sprint-parts-view.ts';
import { statusName } from './story-parts-view.ts';

/** A team's board, or the stories of one of its statuses. */
export function boardView(board: Board): Html {
  const { t, team, only, sprintName, lanes, searchProblem } = board;
  const isEmpty = isEmptyTeam(board);
  return html`<header class="board-head">
      ${
        only !== undefined &&
        html`<p class="crumbs">
          <a href="${pathWith(board, {})}"><bdi>${team.name}</bdi></a>
          ${sprintName !== undefined && html`<span><bdi>${sprintName}</bdi></span>`}
        </p>`
      }
      <h1>
        <bdi>${only ?? team.name}</bdi>
        ${only !== undefined && html`<span class="count">${counted(lanes[0]!, t)}</span>`}
      </h1>
      ${only === undefined && planningTabs(t, team, 'board')} ${mineView(board)} ${boardFilterView(board)}
      ${only === undefined && newStoryView(board)} ${keysView(board)}
    </header>
    ${outcomeView(undefined, searchProblem)} ${boardToolsView(board)} ${sprintView(board)} ${drawnSigns}
    ${menuOfCards(board)}
    ${isEmpty && only === undefined ? emptyView(board) : only === undefined ? lanesView(board) : listView(board)}`;
}

/** The choice between all stories and those that are assigned to the reader. */
function mineView(board: Board): Html {
  const { t, choices } = board;
  const linkTo = (label: 'board.everyone' | 'board.mine', mine: string | undefined, isChosen: boolean) =>
    html`<a
      href="${keptPathWith(board, { mine, assignee: undefined, ...statusOf(board) })}"
      ${isChosen && html`aria-current="true"`}
      >${t.text(label)}</a
    >`;
  return html`<p class="whose">
    ${linkTo('board.everyone', undefined, (choices.mine ?? choices.assignee) === undefined)}
    ${linkTo('board.mine', 'yes', choices.mine !== undefined)}
  </p>`;
}

/** The number of a lane's stories. */
const counted = ({ count, isMore }: Lane, t: PageTexts): string => `${t.number(count)}${isMore ? '+' : ''}`;

/** What a lane's stories are estimated at together, after their number. */
function estimated({ estimate }: Lane, { t, team }: Board): string {
  const text = estimate === null ? undefined : amountText(estimate, team.estimateScheme, t);
  return text === undefined ? '' : ` · ${text}`;
}

/** The sprint in one line, which opens to its goal and its burn-down. */
function sprintView(board: Board): Fragment {
  if (!board.sprint) return undefined;
  const { t, now, team, choices } = board;
  const { sprint, days } = board.sprint;
  const { first, last } = sprintDays(sprint);
  const [from, to] = [first, last].map((day) => shortTime(dayText(day), now, t));
  return html`<section class="sprint-line" aria-labelledby="sprint">
    <h2 id="sprint">
      <a href="${sprintPath(team.id, sprint.id)}"><bdi>${sprint.name}</bdi></a>
    </h2>
    <p class="hint">${t.markup('board.span', { from, to })}</p>
    ${storiesDoneView(sprint.storyCounts, t)}
    ${
      choices.sprint !== undefined
        ? html`<a href="${pathWith(board, { sprint: undefined })}">${t.text('board.allStories')}</a>`
        : html`<a href="${pathWith(board, { sprint: sprint.id })}">${t.text('board.sprintStories')}</a>`
    }
    <details>
      <summary>${t.text('board.burnDown')}</summary>
      ${sprint.goal !== null && html`<p dir="auto">${sprint.goal}</p>`} ${otherSprints(board, board.sprint)}
      ${drawnBurnDown(sprint, days, t)}
    </details>
  </section>`;
}

/** The links to the sprints before and after one. */
function otherSprints(board: Board, { previous, next }: BoardSprint): Html {
  const { t } = board;
  const linkTo = (label: 'board.previousSprint' | 'board.nextSprint', one: typeof previous): Fragment =>
    one && html`<a href="${pathWith(board, { sprint: one.id })}">${t.text(label, { name: one.name })}</a>`;
  return html`<p class="crumbs">
    ${linkTo('board.previousSprint', previous)} ${linkTo('board.nextSprint', next)}
  </p>`;
}

const lanesView = (board: Board): Html =>
  html`<div class="board">${board.lanes.map((lane) => laneView(board, lane))}</div>`;

function laneView(board: Board, lane: Lane): Html {
  const { t } = board;
  const { id, name, category, stories, count } = lane;
  return html`<section class="lane" aria-labelledby="status-${id}" data-status="${id}" ${rankedView(lane)}>
    <h2 id="status-${id}">
      ${statusName(name, category)}
      <span class="hint">${counted(lane, t)}${estimated(lane, board)}</span>
    </h2>
    ${count === 0 && html`<p class="hint">${t.text('board.noneHere')}</p>`} ${cards(stories, board)}
    ${restView(board, lane)}
  </section>`;
}

/** Whether scripts put cards in order. */
const rankedView = ({ order }: Lane): Fragment => order === 'rank' && html`data-ranked="yes"`;

/** Where the stories of a lane are that it does not show. */
function restView(board: Board, lane: Lane): Fragment {
  const { t, choices } = board;
  const { id, name, stories, count, isMore, isRecent = false, further } = lane;
  const number = counted(lane, t);
  if (further > 0) {
    const more = [...openedIn(choices), id].join();
    return html`<a class="all" href="${pathWith(board, { more })}#status-${id}" data-in-place
      >${isMore && isPart(choices) ? t.text('list.more') : t.text('board.further', { count: further })}</a
    >`;
  }
  return html`${isRecent && html`<p class="hint">${t.text('board.recent')}</p>`}
  ${
    (isMore || isRecent || count > stories.length) &&
    html`<a class="all" href="${pathWith(board, { status: id })}"
      >${isRecent ? t.text('board.olderToo', { name }) : t.text('board.all', { name, number })}</a
    >`
  }`;
}

function listView(board: Board): Html {
  const { t, lanes } = board;
  const { id: status, stories, nextCursor: cursor } = lanes[0]!;
  return html`<div class="narrow" data-status="${status}" ${rankedView(lanes[0]!)}>
    ${stories.length === 0 && html`<p class="hint">${t.text('board.noneHere')}</p>`} ${cards(stories, board)}
    ${
      cursor !== null &&
      html`<a class="button quiet more" href="${pathWith(board, { status, cursor })}"
        >${t.text('board.older')}</a
      >`
    }
  </div>`;
}

const cards = (stories: readonly Story[], board: Board): Fragment =>
  stories.length > 0 &&
  html`<ul class="plain">
    ${stories.map((story) => cardView(board, story))}
  </ul>`;

const emptyView = ({ t, tools }: Board): Html =>
  html`<div class="card empty">
    <h2>${t.text('board.empty')}</h2>
    <p>${t.text('board.emptyText')}</p>
    <p>
      <a class="${tools ? 'button quiet' : 'button'}" href="/docs/ai-clients">${t.text('board.connect')}</a>
      <a class="button quiet" href="/docs/stories">${t.text('board.useApi')}</a>
    </p>
  </div>`;
