import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { sprintPath, storyPath } from '../../planning/paths/page-paths.ts';
import type { Story } from '../../planning/story/story.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { dateElement } from '../messages/times-view.ts';
import { avatar } from '../views/avatar-view.ts';
import { outcomeView } from '../kit/form-view.ts';
import { boardFilterView, boardSearchView, keptPathWith, pathWith, statusOf } from './board-filter-view.ts';
import { boardToolsView, newStoryView, outcomeAt } from './board-tools-view.ts';
import { cardId } from './board-choices.ts';
import { cardMenu, chosenIn, menuOfCards } from './card-menu-view.ts';
import { dueView } from './due-view.ts';
import { estimateText } from './estimate-text.ts';
import { planningTabs } from './planning-tabs-view.ts';
import { isEmptyTeam, type Board, type BoardSprint, type Lane } from './shown-board.ts';
import { amountText, burnDownView, spanView, storiesDoneView } from './sprint-parts-view.ts';
import { statusName } from './story-parts-view.ts';

/** A team's board, or the stories of one of its statuses. */
export function boardView(board: Board): Html {
  const { t, team, only, sprintName, lanes, searchProblem } = board;
  const isEmpty = isEmptyTeam(board);
  return html`<header class="intro board-head">
      <div>
        <p class="crumbs">
          ${
            only === undefined
              ? html`<span>${team.code}</span>`
              : html`<a href="${pathWith(board, {})}"><bdi>${team.name}</bdi></a>`
          }
          ${only !== undefined && sprintName !== undefined && html`<span><bdi>${sprintName}</bdi></span>`}
        </p>
        <h1>
          <bdi>${only ?? team.name}</bdi>
          ${only !== undefined && html`<span class="count">${counted(lanes[0]!, t)}</span>`}
        </h1>
      </div>
      ${!isEmpty && boardSearchView(board)} ${mineView(board)} ${boardFilterView(board)}
      ${only === undefined && newStoryView(board)}
    </header>
    ${only === undefined && planningTabs(t, team, 'board')} ${outcomeView(undefined, searchProblem)}
    ${boardToolsView(board)} ${sprintView(board)} ${menuOfCards(board)}
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

const categoryOf = ({ lanes }: Board, { statusId }: Story) =>
  lanes.find(({ id }) => id === statusId)?.category;

/** The number of a lane's stories. */
const counted = ({ count, isMore }: Lane, t: PageTexts): string => `${t.number(count)}${isMore ? '+' : ''}`;

/** What a lane's stories are estimated at together, after their number. */
function estimated({ estimate }: Lane, { t, team }: Board): string {
  const text = estimate === null ? undefined : amountText(estimate, team.estimateScheme, t);
  return text === undefined ? '' : ` · ${text}`;
}

function sprintView(board: Board): Fragment {
  if (!board.sprint) return undefined;
  const { t, team } = board;
  const { sprint, days } = board.sprint;
  return html`<section class="card sheet sprint" aria-labelledby="sprint">
    <div>
      <h2 id="sprint">
        <a href="${sprintPath(team.id, sprint.id)}"><bdi>${sprint.name}</bdi></a>
      </h2>
      <p class="hint">${spanView(sprint, t)}</p>
      ${sprint.goal !== null && html`<p dir="auto">${sprint.goal}</p>`}
      ${storiesDoneView(sprint.storyCounts, t)} ${sprintLinks(board, board.sprint)}
    </div>
    ${burnDownView(sprint, days, t)}
  </section>`;
}

/** The links to the stories of a sprint alone, or of all, and to the sprints before and after it. */
function sprintLinks(board: Board, { sprint, previous, next }: BoardSprint): Html {
  const { t, choices } = board;
  const linkTo = (label: 'board.previousSprint' | 'board.nextSprint', one: typeof previous): Fragment =>
    one && html`<a href="${pathWith(board, { sprint: one.id })}">${t.text(label, { name: one.name })}</a>`;
  return html`<p class="crumbs">
    ${
      choices.sprint !== undefined
        ? html`<a href="${pathWith(board, { sprint: undefined })}">${t.text('board.allStories')}</a>`
        : html`<a href="${pathWith(board, { sprint: sprint.id })}">${t.text('board.sprintStories')}</a>`
    }
    ${linkTo('board.previousSprint', previous)} ${linkTo('board.nextSprint', next)}
  </p>`;
}

const lanesView = (board: Board): Html =>
  html`<div class="board">${board.lanes.map((lane) => laneView(board, lane))}</div>`;

function laneView(board: Board, lane: Lane): Html {
  const { t } = board;
  const { id, name, category, stories, count, isMore, isRecent = false } = lane;
  const number = counted(lane, t);
  return html`<section class="lane" aria-labelledby="status-${id}" data-status="${id}">
    <h2 id="status-${id}">
      ${statusName(name, category)}
      <span class="hint">${number}${estimated(lane, board)}</span>
    </h2>
    ${count === 0 && html`<p class="hint">${t.text('board.noneHere')}</p>`} ${cards(stories, board)}
    ${isRecent && html`<p class="hint">${t.text('board.recent')}</p>`}
    ${
      (isMore || isRecent || count > stories.length) &&
      html`<a class="all" href="${pathWith(board, { status: id })}"
        >${isRecent ? t.text('board.olderToo', { name }) : t.text('board.all', { name, number })}</a
      >`
    }
  </section>`;
}

function listView(board: Board): Html {
  const { t, lanes } = board;
  const { id: status, stories, nextCursor: cursor } = lanes[0]!;
  return html`<div class="narrow" data-status="${status}">
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
    ${stories.map((story) => {
      const { t, only, nameOf } = board;
      const assignee = story.assigneeId === null ? undefined : nameOf(story.assigneeId);
      const title = html`<a href="${storyPath(story.id)}"><bdi>${story.title}</bdi></a>`;
      return html`<li
        class="card mini"
        id="${cardId(story.id)}"
        ${board.tools && chosenIn(story, board)}
        tabindex="-1"
      >
        ${only === undefined ? html`<h3>${title}</h3>` : html`<h2>${title}</h2>`}
        <p class="facts">
          <span>${story.reference}</span>
          ${story.priority !== 'none' && html`<span>${t.text(`story.${story.priority}`)}</span>`}
          ${story.estimateLabel !== null && html`<span class="tag">${estimateText(t, story.estimateLabel)}</span>`}
          ${whenView(board, story)}
          ${assignee !== undefined && html`<span class="by">${avatar(assignee)}<bdi>${assignee}</bdi></span>`}
        </p>
        ${outcomeAt(board, story)} ${cardMenu(board, story)}
      </li>`;
    })}
  </ul>`;

/** When a story was completed, or else when it is due. */
function whenView(board: Board, story: Story): Fragment {
  const { t } = board;
  const category = categoryOf(board, story);
  return category === 'completed' && story.completedAt !== null
    ? html`<span>${t.markup('board.doneOn', { date: dateElement(story.completedAt, t) })}</span>`
    : dueView(story, category, board);
}

const emptyView = ({ t, tools }: Board): Html =>
  html`<div class="card empty">
    <h2>${t.text('board.empty')}</h2>
    <p>${t.text('board.emptyText')}</p>
    <p>
      <a class="${tools ? 'button quiet' : 'button'}" href="/docs/ai-clients">${t.text('board.connect')}</a>
      <a class="button quiet" href="/docs/stories">${t.text('board.useApi')}</a>
    </p>
  </div>`;
