import type { StatusCategory } from '../../kernel/core/status-category.ts';
import { Html, html, type Fragment } from '../../kernel/html/html.ts';
import { boardPath, storyPath } from '../../planning/page-paths.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import type { Story } from '../../planning/stories/story.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { dateElement } from '../messages/times-view.ts';
import { avatar } from '../public-portals/avatar-view.ts';
import { statusName } from './story-parts-view.ts';

/** The stories of a status. */
export interface Lane {
  id: string;
  name: string;
  category: StatusCategory;
  /** The newest first. */
  stories: readonly Story[];
  /** How many have been read, of which `stories` may be fewer. */
  count: number;
  /** Whether there are more than have been read. */
  isMore: boolean;
  nextCursor: string | null;
}

interface Board {
  t: PageTexts;
  team: { id: string; name: string; code: string };
  /** The name of the status whose stories alone are shown. */
  only: string | undefined;
  lanes: readonly Lane[];
  sprint:
    | (Pick<Sprint, 'name' | 'goal' | 'startDate' | 'endDate' | 'storyCounts'> & {
        /** An SVG document. */
        picture: string | undefined;
      })
    | undefined;
  nameOf: (id: string) => string | undefined;
}

/** A team's board, or the stories of one of its statuses. */
export function boardView(board: Board): Html {
  const { t, team, only, lanes } = board;
  const isEmpty = lanes.every(({ count }) => count === 0);
  return html`<header class="intro">
      <p class="crumbs">
        ${only === undefined ? html`<span>${team.code}</span>` : html`<a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>`}
      </p>
      <h1><bdi>${only ?? team.name}</bdi></h1>
    </header>
    ${sprintView(board)}
    ${isEmpty && only === undefined ? emptyView(t) : only === undefined ? lanesView(board) : listView(board)}`;
}

function sprintView({ t, sprint }: Board): Fragment {
  if (!sprint) return undefined;
  const { name, goal, startDate, endDate, storyCounts, picture } = sprint;
  const { total, completed } = storyCounts;
  return html`<section class="card sheet sprint" aria-labelledby="sprint">
    <div>
      <h2 id="sprint"><bdi>${name}</bdi></h2>
      <p class="hint">
        ${t.markup('board.span', { from: dateElement(startDate, t), to: dateElement(endDate, t) })}
      </p>
      ${goal !== null && html`<p dir="auto">${goal}</p>`}
      <p><strong>${t.text('board.progress', { done: completed, total })}</strong></p>
    </div>
    ${picture !== undefined && html`<div class="drawn" dir="ltr" lang="en">${new Html(unstyled(picture))}</div>`}
  </section>`;
}

/** The page has the styles of pictures, and its policy allows no style elements. */
const unstyled = (picture: string): string => picture.replace(/<style>.*<\/style>/s, '');

const lanesView = ({ t, team, lanes, nameOf }: Board): Html =>
  html`<div class="board">
    ${lanes.map(
      ({ id, name, category, stories, count, isMore }) =>
        html`<section class="lane" aria-labelledby="status-${id}">
          <h2 id="status-${id}">
            ${statusName(name, category)}
            <span class="hint">${t.number(count)}${isMore && '+'}</span>
          </h2>
          ${count === 0 && html`<p class="hint">${t.text('board.noneHere')}</p>`}
          ${cards(stories, { t, nameOf })}
          ${
            (isMore || count > stories.length) &&
            html`<a class="all" href="${boardPath(team.id)}?status=${id}"
              >${t.text('board.all', { name, number: `${t.number(count)}${isMore ? '+' : ''}` })}</a
            >`
          }
        </section>`,
    )}
  </div>`;

const listView = ({ t, team, lanes: [lane], nameOf }: Board): Html =>
  html`<div class="narrow">
    ${lane!.stories.length === 0 && html`<p class="hint">${t.text('board.noneHere')}</p>`}
    ${cards(lane!.stories, { t, nameOf })}
    ${
      lane!.nextCursor !== null &&
      html`<a
        class="button quiet more"
        href="${boardPath(team.id)}?${new URLSearchParams({ status: lane!.id, cursor: lane!.nextCursor }).toString()}"
        >${t.text('board.older')}</a
      >`
    }
  </div>`;

const cards = (stories: readonly Story[], { t, nameOf }: Pick<Board, 't' | 'nameOf'>): Fragment =>
  stories.length > 0 &&
  html`<ul class="plain">
    ${stories.map((story) => {
      const assignee = story.assigneeId === null ? undefined : nameOf(story.assigneeId);
      return html`<li class="card mini">
        <h3>
          <a href="${storyPath(story.id)}"><bdi>${story.title}</bdi></a>
        </h3>
        <p class="facts">
          <span>${story.reference}</span>
          ${story.priority !== 'none' && html`<span>${t.text(`story.${story.priority}`)}</span>`}
          ${story.estimateLabel !== null && html`<span class="tag">${story.estimateLabel}</span>`}
          ${story.endDate !== null && dateElement(story.endDate, t)}
          ${assignee !== undefined && html`<span class="by">${avatar(assignee)}<bdi>${assignee}</bdi></span>`}
        </p>
      </li>`;
    })}
  </ul>`;

const emptyView = (t: PageTexts): Html =>
  html`<div class="card empty">
    <h2>${t.text('board.empty')}</h2>
    <p>${t.text('board.emptyText')}</p>
    <p>
      <a class="button" href="/docs/ai-clients">${t.text('board.connect')}</a>
      <a class="button quiet" href="/docs/stories">${t.text('board.useApi')}</a>
    </p>
  </div>`;
