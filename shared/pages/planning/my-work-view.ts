import { daysPastDue } from '../../kernel/core/date-span.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { AgentSession } from '../../planning/pages/page-agents.ts';
import type { Notification } from '../../planning/pages/page-news.ts';
import {
  boardPath,
  inboxPath,
  myWorkPath,
  proposalPath,
  proposalsPath,
  sprintPath,
  storyPath,
} from '../../planning/paths/page-paths.ts';
import type { ScheduledBlock } from '../../planning/scheduling/placements/placement.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import type { Story } from '../../planning/story/story.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { timeElement } from '../messages/times-view.ts';
import { dueView } from './due-view.ts';
import { newsView } from './news-view.ts';
import { spanView, storiesDoneView } from './sprint-parts-view.ts';

/** The session of an agent, and the story that it works on. */
export interface AgentWork {
  session: AgentSession;
  story: Pick<Story, 'id' | 'reference' | 'title'>;
}

/** The newest proposals that wait for someone to decide. */
export interface OpenProposals {
  shown: readonly { id: string; title: string; teamIds: readonly string[] }[];
  isMore: boolean;
}

interface ShownWork {
  t: PageTexts;
  now: Date;
  workspaceId: string;
  /** Those that the person is in. */
  workspaces: readonly { workspaceId: string; name: string }[];
  /** Those that the person is in, by name. */
  teams: readonly { id: string; name: string }[];
  /** Open, and what is due first. */
  assigned: { stories: readonly Story[]; isMore: boolean };
  /** The newest that are unread. */
  news: { shown: readonly Notification[]; isMore: boolean };
  proposals: OpenProposals;
  /** Those that are next. */
  blocks: readonly ScheduledBlock[];
  /** Those that run. */
  sprints: readonly Sprint[];
  /** What waits for a person first. */
  agents: readonly AgentWork[];
}

/** What a person works on in a workspace. */
export const myWorkView = (shown: ShownWork): Html =>
  html`<header class="intro board-head">
      <div>
        ${workspacesView(shown)}
        <h1>${shown.t.text('work.title')}</h1>
      </div>
    </header>
    <div class="agenda">
      <div>${assignedView(shown)}</div>
      <div>
        ${newsPart(shown)} ${proposalsView(shown)} ${blocksView(shown)} ${sprintsView(shown)}
        ${agentsView(shown)}
      </div>
    </div>`;

/** The name of the workspace, and the ways to the person's others. */
const workspacesView = ({ workspaces, workspaceId }: ShownWork): Html =>
  html`<p class="crumbs">
    ${workspaces.map(({ workspaceId: id, name }) =>
      id === workspaceId
        ? html`<span><bdi>${name}</bdi></span>`
        : html`<a href="${myWorkPath(id)}"><bdi>${name}</bdi></a>`,
    )}
  </p>`;

/** The days after today that belong to the part of what is due soon. */
const SOON_DAYS = 7;

const parts = [
  ['overdue', 'work.overdue'],
  ['soon', 'work.soon'],
  ['later', 'work.later'],
  ['undated', 'work.undated'],
] as const satisfies readonly (readonly [string, PlainText])[];

/** Which part of the list a story is in, by the day on which it is due, which is one of UTC. */
function partOf({ endDate }: Story, now: Date): (typeof parts)[number][0] {
  if (endDate === null) return 'undated';
  const late = daysPastDue(endDate, now);
  if (late > 0) return 'overdue';
  return late >= -SOON_DAYS ? 'soon' : 'later';
}

function assignedView(shown: ShownWork): Html {
  const { t, now, teams } = shown;
  const { stories, isMore } = shown.assigned;
  if (stories.length === 0) {
    return html`<section class="card empty">
      <h2>${t.text('work.none')}</h2>
      <p>${t.text(teams.length === 0 ? 'work.noTeam' : 'work.noneText')}</p>
      ${teams.map(
        ({ id, name }) => html`<a class="button quiet" href="${boardPath(id)}"><bdi>${name}</bdi></a> `,
      )}
    </section>`;
  }
  return html`<section aria-labelledby="assigned">
    <h2 id="assigned">${t.text('work.assigned')}</h2>
    ${parts.map(([part, text]) => {
      const within = stories.filter((story) => partOf(story, now) === part);
      return (
        within.length > 0 &&
        html`<h3>${t.text(text)} <span class="hint">${t.number(within.length)}${isMore && '+'}</span></h3>
          <ul class="plain entries">
            ${within.map((story) => storyRow(story, shown))}
          </ul>`
      );
    })}
    ${isMore && html`<p class="hint">${t.text('work.newest', { count: stories.length })}</p>`}
  </section>`;
}

const storyRow = (story: Story, { t, now, teams }: ShownWork): Html =>
  html`<li>
    ${storyLink(story)}
    <p class="facts">
      <span>${story.reference}</span>
      ${story.priority !== 'none' && html`<span>${t.text(`story.${story.priority}`)}</span>`}
      ${dueView(story, undefined, { t, now })}
      <span><bdi>${teams.find(({ id }) => id === story.teamId)?.name}</bdi></span>
    </p>
  </li>`;

const storyLink = ({ id, title }: Pick<Story, 'id' | 'title'>): Html =>
  html`<a href="${storyPath(id)}"><bdi>${title}</bdi></a>`;

/** A part of the page next to the stories. */
const aside = (id: string, heading: Fragment, body: Fragment): Html =>
  html`<section class="card mini" aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${body}
  </section>`;

function newsPart({ t, workspaceId, news: { shown, isMore } }: ShownWork): Html {
  const path = inboxPath(workspaceId);
  // Of the newest, none may be seen any more.
  if (shown.length === 0 && !isMore) {
    return aside(
      'news',
      t.text('work.news'),
      html`<p class="hint">${t.text('work.noNews')}</p>
        <p><a href="${path}?state=all">${t.text('news.all')}</a></p>`,
    );
  }
  const counted =
    shown.length > 0 && html`<span class="hint">${t.number(shown.length)}${isMore && '+'}</span>`;
  return aside(
    'news',
    html`${t.text('work.news')} ${counted}`,
    html`${
        shown.length > 0 &&
        html`<ul class="plain entries">
          ${shown.map((one) => html`<li>${newsView(one, t)}</li>`)}
        </ul>`
      }
      <p><a href="${path}">${t.text('work.toInbox')}</a></p>`,
  );
}

function proposalsView({ t, proposals: { shown, isMore }, teams }: ShownWork): Fragment {
  const [first] = teams;
  if (shown.length === 0 || first === undefined) return undefined;
  const teamOf = (teamIds: readonly string[]) => teams.find(({ id }) => teamIds.includes(id));
  return aside(
    'proposals',
    html`${t.text('proposal.all')} <span class="hint">${t.number(shown.length)}${isMore && '+'}</span>`,
    html`<ul class="plain entries">
        ${shown.map(
          ({ id, title, teamIds }) =>
            html`<li>
              <a href="${proposalPath((teamOf(teamIds) ?? first).id, id)}" dir="auto">${title}</a>
              <p class="facts">
                <span><bdi>${teamOf(teamIds)?.name}</bdi></span>
              </p>
            </li>`,
        )}
      </ul>
      ${isMore && html`<p><a href="${proposalsPath(first.id)}?teams=all">${t.text('proposal.everywhere')}</a></p>`}`,
  );
}

const blocksView = ({ t, blocks }: ShownWork): Fragment =>
  blocks.length > 0 &&
  aside(
    'planned',
    t.text('work.planned'),
    html`<ol class="plain entries">
      ${blocks.map(
        ({ storyId, title, startDate, endDate }) =>
          html`<li>
            ${storyLink({ id: storyId, title })}
            <p class="facts">
              <span>
                ${t.markup('board.span', { from: timeElement(startDate, t), to: timeElement(endDate, t) })}
              </span>
            </p>
          </li>`,
      )}
    </ol>`,
  );

const sprintsView = ({ t, sprints, teams }: ShownWork): Fragment =>
  sprints.length > 0 &&
  aside(
    'sprints',
    t.text('work.sprints'),
    html`<ul class="plain entries">
      ${sprints.map(
        (sprint) =>
          html`<li>
            <a href="${sprintPath(sprint.teamId, sprint.id)}"><bdi>${sprint.name}</bdi></a>
            <p class="facts">
              <span><bdi>${teams.find(({ id }) => id === sprint.teamId)?.name}</bdi></span>
              <span>${spanView(sprint, t)}</span>
            </p>
            ${storiesDoneView(sprint.storyCounts, t)}
          </li>`,
      )}
    </ul>`,
  );

const agentsView = ({ t, agents }: ShownWork): Fragment =>
  agents.length > 0 &&
  aside(
    'agents',
    t.text('work.agents'),
    html`<ul class="plain entries">
      ${agents.map(
        ({ session: { agent, state }, story }) =>
          html`<li>
            ${storyLink(story)}
            <p class="facts">
              <span>${story.reference}</span>
              <span><bdi>${agent.name}</bdi></span>
              <span class="${state === 'awaiting_input' && 'overdue'}">${t.text(`work.${state}`)}</span>
            </p>
          </li>`,
      )}
    </ul>`,
  );
