import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { Team } from '../../identity/team/team.ts';
import type { Amount } from '../../planning/analysis/analysis.ts';
import { boardPath, sprintPath, sprintsPath } from '../../planning/paths/page-paths.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { button, outcomeOf, teamForm } from '../kit/form-view.ts';
import { planningTabs } from './planning-tabs-view.ts';
import { toolsOutcome, type FormTools } from '../kit/form-tools.ts';
import { sprintFields } from './sprint-fields-view.ts';
import { amountText, spanView, storiesDoneView } from './sprint-parts-view.ts';

/** A sprint with what was finished of it, and what is or was left. */
export interface ListedSprint {
  sprint: Sprint;
  phase: 'running' | 'coming' | 'past';
  finished: Amount;
  unfinished: Amount;
}

interface ShownSprints {
  t: PageTexts;
  team: Pick<Team, 'id' | 'name' | 'sprintsEnabled' | 'estimateScheme'>;
  /** The latest start first. */
  sprints: readonly ListedSprint[];
  nextCursor: string | null;
  /** Whether it is the first page of them. */
  isFirst: boolean;
  /** Undefined for guests, and where the team does not use sprints. */
  tools: FormTools | undefined;
}

const outcomes = { deleted: 'sprint.deleted' } as const;

/** The sprints of a team by when they are. */
export function sprintsView(shown: ShownSprints): Html {
  const { t, team, sprints, nextCursor, isFirst, tools } = shown;
  const coming = sprints.filter(({ phase }) => phase === 'coming').toReversed();
  const parts = [
    {
      name: 'running',
      text: t.text('sprint.running'),
      all: sprints.filter(({ phase }) => phase === 'running'),
    },
    { name: 'coming', text: t.text('sprint.coming'), all: coming },
    { name: 'past', text: t.text('sprint.past'), all: sprints.filter(({ phase }) => phase === 'past') },
  ].filter(({ all }) => all.length > 0);
  return html`<header class="intro board-head">
      <div>
        <p class="crumbs">
          <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>
        </p>
        <h1>${t.text('sprint.all')}</h1>
      </div>
      ${isFirst && newSprintView(shown)}
    </header>
    ${planningTabs(t, team, 'sprints')}
    ${tools && toolsOutcome(tools, outcomeOf(t, outcomes, tools.done), sprintsPath(team.id))}
    ${
      parts.length === 0 &&
      html`<div class="card empty">
        <h2>${t.text('sprint.none')}</h2>
        <p>${t.text(team.sprintsEnabled ? 'sprint.noneText' : 'sprint.off')}</p>
      </div>`
    }
    ${parts.map(
      ({ name, text, all }) =>
        html`<section class="phase" aria-labelledby="${name}">
          <h2 id="${name}">${text}</h2>
          <ul class="plain sprints">
            ${all.map((one) => sprintRow(shown, one))}
          </ul>
        </section>`,
    )}
    ${
      nextCursor !== null &&
      html`<p>
        <a
          class="button quiet"
          href="${sprintsPath(team.id)}?${new URLSearchParams({ cursor: nextCursor }).toString()}"
          >${t.text('sprint.older')}</a
        >
      </p>`
    }`;
}

function sprintRow({ t, team }: ShownSprints, listed: ListedSprint): Html {
  const { sprint } = listed;
  return html`<li class="card mini">
    <h3>
      <a href="${sprintPath(team.id, sprint.id)}"><bdi>${sprint.name}</bdi></a>
    </h3>
    <p class="hint">${spanView(sprint, t)}</p>
    ${sprint.goal !== null && html`<p dir="auto">${sprint.goal}</p>`}
    ${storiesDoneView(countsOf(listed), t, pointsOf(listed, team, t))}
  </li>`;
}

/** Its stories; what was moved on from one that is past is counted as left. */
function countsOf({
  sprint: { storyCounts },
  phase,
  finished,
  unfinished,
}: ListedSprint): Sprint['storyCounts'] {
  if (phase !== 'past') return storyCounts;
  const { cancelled } = storyCounts;
  const completed = Math.max(finished.stories, storyCounts.completed);
  return { ...storyCounts, completed, total: completed + unfinished.stories + cancelled };
}

/** How much of its estimates is done, where that is known of the same stories and any has an estimate. */
function pointsOf(
  { sprint: { storyCounts }, finished, unfinished }: ListedSprint,
  { estimateScheme }: ShownSprints['team'],
  t: PageTexts,
): Fragment {
  const total = finished.estimate + unfinished.estimate;
  const isSame = finished.stories >= storyCounts.completed;
  const isEstimated = total !== finished.stories + unfinished.stories;
  const amount = isSame && isEstimated ? amountText(total, estimateScheme, t) : undefined;
  return (
    amount !== undefined &&
    html`<span class="hint">${t.text('sprint.ofAmount', { done: finished.estimate, amount })}</span>`
  );
}

/** The form for a new sprint. */
function newSprintView({ t, team, tools, sprints }: ShownSprints): Fragment {
  if (tools === undefined) return undefined;
  const isOpen = tools.form['name'] !== undefined || tools.problem !== undefined;
  return html`<details
    class="${sprints.length === 0 ? 'reveal new main' : 'reveal new'}"
    ${isOpen && html`open`}
  >
    <summary>${t.text('sprint.new')}</summary>
    ${teamForm(
      tools,
      sprintsPath(team.id),
      {},
      html`${sprintFields(tools, tools.form)}
        <div class="send">
          ${button(t.text('sprint.create'))}
          <a class="cancel" href="${sprintsPath(team.id)}">${t.text('button.cancel')}</a>
        </div>`,
    )}
  </details>`;
}
