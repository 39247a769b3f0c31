import { dayText, dueDay } from '../../kernel/core/date-span.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { storyPath } from '../../planning/paths/page-paths.ts';
import type { Story } from '../../planning/story/story.ts';
import { shortTime } from '../messages/times-view.ts';
import { namedAvatar } from '../views/avatar-view.ts';
import { cardId } from './board-choices.ts';
import { outcomeAt } from './board-tools-view.ts';
import { cardMenu, chosenIn } from './card-menu-view.ts';
import { sign } from './card-signs-view.ts';
import { isOverdue } from './due-view.ts';
import { estimateText } from './estimate-text.ts';
import type { Board } from './shown-board.ts';

/** A story on a board: its title, and a line with what matters of it. */
export function cardView(board: Board, story: Story): Html {
  const { t, only, nameOf } = board;
  const assignee = story.assigneeId === null ? undefined : nameOf(story.assigneeId);
  const title = html`<a href="${storyPath(story.id)}"><bdi>${story.title}</bdi></a>`;
  const heading = only === undefined ? html`<h3>${title}</h3>` : html`<h2>${title}</h2>`;
  // Without spaces between its parts, of which a board has many.
  const facts = [
    html`<span>${story.reference}</span>`,
    story.priority !== 'none' && sign(story.priority, t.text(`story.${story.priority}`)),
    story.estimateLabel !== null && html`<span class="tag">${estimateText(t, story.estimateLabel)}</span>`,
    whenView(board, story),
    assignee !== undefined && namedAvatar(assignee),
  ];
  return html`<li
    class="card mini"
    id="${cardId(story.id)}"
    ${board.tools && chosenIn(story, board)}
    tabindex="-1"
  >
    ${heading}
    <p class="facts">${facts}</p>
    ${outcomeAt(board, story)}${cardMenu(board, story)}
  </li>`;
}

/** When a story was completed, or else when it is due. */
function whenView({ t, lanes, now }: Board, { statusId, completedAt, endDate }: Story): Fragment {
  const category = lanes.find(({ id }) => id === statusId)?.category;
  const isDone = category === 'completed' && completedAt !== null;
  const when = isDone ? completedAt : endDate && dayText(dueDay(endDate));
  if (when === null) return undefined;
  const name = isDone ? 'done' : isOverdue({ endDate }, category, now) ? 'late' : 'due';
  return html`<span class="${name === 'late' ? 'due late' : 'due'}"
    >${sign(name, t.text(`story.${name}`))}${shortTime(when, now, t)}</span
  >`;
}
