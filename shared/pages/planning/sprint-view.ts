import { SHOWN_WITH } from '../../kernel/api/http/changed-fields.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { dayText } from '../../kernel/core/date-span.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { Status } from '../../identity/status/status.ts';
import type { Team } from '../../identity/team/team.ts';
import { boardPath, sprintPath, sprintsPath, storyPath } from '../../planning/paths/page-paths.ts';
import type { BurnDownDays, SprintFan } from '../../planning/pictures/facts.ts';
import { layouts } from '../../planning/pictures/look.ts';
import { sprintFanPicture } from '../../planning/pictures/sprint-fan-picture.ts';
import { sprintDays } from '../../planning/sprints/sprint-days.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import type { Story } from '../../planning/story/story.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { dayElement } from '../messages/times-view.ts';
import { button, outcomeOf, outcomeView, revealed, teamForm } from '../kit/form-view.ts';
import { boardWith } from './board-choices.ts';
import { drawnView } from './drawn-view.ts';
import { toolsOutcome, type FormTools } from '../kit/form-tools.ts';
import { sprintFields } from './sprint-fields-view.ts';
import { amountText, burnDownView, spanView, storiesDoneView } from './sprint-parts-view.ts';
import { statusName } from './story-parts-view.ts';

/** Stories that can be added to a sprint, and what was searched for. */
export interface Candidates {
  q: string;
  stories: readonly Story[];
  /** Whether there are more than are shown. */
  isMore: boolean;
}

interface ShownSprint {
  t: PageTexts;
  now: Date;
  team: Pick<Team, 'id' | 'name' | 'estimateScheme'>;
  sprint: Sprint;
  /** Whether it has been closed, or its days are over. */
  isOver: boolean;
  days: BurnDownDays;
  /** How many of its stories are done by its end; nothing where that is not forecast. */
  expected: SprintFan['expected'] | undefined;
  stories: readonly Story[];
  isMore: boolean;
  statuses: readonly Status[];
  /** Undefined until the reader asks for them. */
  candidates: Candidates | undefined;
  /** Undefined for guests. */
  tools: FormTools | undefined;
}

/** The name of the place of the stories that can be added, and the start of the names of their boxes. */
const ADD = 'add';
export const STORY_BOX = 'story:';

const outcomes = {
  created: 'sprint.created',
  saved: 'story.saved',
} as const;

/** What was done with its stories, which is said where they are. */
const storyOutcomes = { added: 'sprint.added', removed: 'sprint.removed' } as const;

/** The page of a sprint. */
export function sprintView(shown: ShownSprint): Html {
  const { t, team, sprint, days, tools } = shown;
  return html`<article class="objective">
    <header class="intro">
      <p class="crumbs">
        <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>
        <a href="${sprintsPath(team.id)}">${t.text('sprint.all')}</a>
      </p>
      <h1 dir="auto">${sprint.name}</h1>
    </header>
    ${tools && toolsOutcome(tools, outcomeOf(t, outcomes, tools.done), sprintPath(team.id, sprint.id))}
    <section class="card sheet sprint" aria-label="${t.text('objective.progress')}">
      <div>
        <p class="hint">${spanView(sprint, t)}</p>
        ${sprint.goal !== null && html`<p dir="auto">${sprint.goal}</p>`}
        ${storiesDoneView(sprint.storyCounts, t, pointsView(shown))} ${chanceView(shown)}
        <p class="crumbs">
          <a href="${boardWith(team.id, { sprint: sprint.id })}">${t.text('sprint.onBoard')}</a>
        </p>
      </div>
      <div class="charts">${burnDownView(sprint, days, t)} ${forecastView(shown)}</div>
    </section>
    ${editView(shown)} ${storiesView(shown)} ${addView(shown)}
  </article>`;
}

/** How much of its estimates is done, if all of its stories are known and any has one. */
function pointsView({ t, team, stories, statuses, isMore }: ShownSprint): Fragment {
  const sized = stories.filter(({ estimateValue }) => estimateValue !== null);
  if (isMore || sized.length === 0) return undefined;
  const categoryOf = ({ statusId }: Story) => statuses.find(({ id }) => id === statusId)?.category;
  const sumOf = (some: readonly Story[]) =>
    Math.round(some.reduce((sum, { estimateValue }) => sum + (estimateValue ?? 0), 0) * 100) / 100;
  const done = sumOf(sized.filter((story) => categoryOf(story) === 'completed'));
  const total = sumOf(sized.filter((story) => categoryOf(story) !== 'cancelled'));
  const amount = amountText(total, team.estimateScheme, t);
  return (
    amount !== undefined && html`<span class="hint">${t.text('sprint.ofAmount', { done, amount })}</span>`
  );
}

/** Its stories that are not cancelled. */
const planned = ({ sprint: { storyCounts } }: ShownSprint): number =>
  storyCounts.total - storyCounts.cancelled;

/** How much of it is done in 85 of 100 cases, in a sentence. */
function chanceView(shown: ShownSprint): Fragment {
  const { t, sprint, expected } = shown;
  return (
    expected &&
    html`<p>
      ${t.markup('sprint.chance', {
        done: t.number(expected.p15),
        total: t.number(planned(shown)),
        date: dayElement(sprintDays(sprint).last, t),
      })}
    </p>`
  );
}

/** None where it is over, or there is too little history. */
function forecastView(shown: ShownSprint): Fragment {
  const { t, sprint, expected } = shown;
  if (!expected) return undefined;
  const title = t.text('chart.forecast', { name: sprint.name });
  const { completed } = sprint.storyCounts;
  return html`<details class="chart">
    <summary>${t.text('objective.forecastTitle')}</summary>
    ${drawnView((look) => sprintFanPicture({ title, total: planned(shown), completed, expected }, look), t, { layout: layouts.low, ids: 'forecast' })}
  </details>`;
}

/** The fields of a sprint as its form has them; its days are those of its zone. */
function sprintValues(sprint: Sprint): Form {
  const { first, last } = sprintDays(sprint);
  return { name: sprint.name, goal: sprint.goal ?? '', startDate: dayText(first), due: dayText(last) };
}

function editView({ t, team, sprint, tools }: ShownSprint): Fragment {
  if (tools === undefined) return undefined;
  const values = sprintValues(sprint);
  const path = sprintPath(team.id, sprint.id);
  const isOpen = Object.keys(values).some((name) => tools.form[name] !== undefined);
  return html`<div class="tools-row">
    <details class="reveal" ${isOpen && html`open`}>
      <summary>${t.text('sprint.edit')}</summary>
      ${teamForm(
        tools,
        path,
        { version: sprint.updatedAt, [SHOWN_WITH]: JSON.stringify(values) },
        html`${sprintFields(tools, { ...values, ...tools.form })}
          <div class="send">
            ${button(t.text('story.save'))} <a class="cancel" href="${path}">${t.text('button.cancel')}</a>
          </div>`,
      )}
    </details>
    ${revealed(
      t.text('sprint.deleteFold'),
      teamForm(
        tools,
        `${path}/delete`,
        {},
        html`<p>${t.text('sprint.deleteText')}</p>
          ${button(t.text('sprint.delete'), { quiet: true })}`,
      ),
    )}
  </div>`;
}

function storiesView(shown: ShownSprint): Html {
  const { t, team, sprint, stories, isMore, tools, isOver } = shown;
  return html`<section aria-labelledby="stories">
    <h2 id="stories" tabindex="-1">${t.text('objective.stories')}</h2>
    ${outcomeView(outcomeOf(t, storyOutcomes, tools?.done), undefined)}
    ${stories.length === 0 && html`<p class="hint">${t.text('board.noneHere')}</p>`}
    ${
      tools &&
      !isOver &&
      teamForm(tools, `${sprintPath(team.id, sprint.id)}/stories`, {}, undefined, REMOVE_FORM)
    }
    <ul class="plain related">
      ${stories.map((story) => html`<li>${storyLine(shown, story)} ${!isOver && removeButton(shown, story)}</li>`)}
    </ul>
    ${isMore && html`<p class="hint">${t.text('objective.more')}</p>`}
  </section>`;
}

function storyLine({ t, statuses }: ShownSprint, story: Story): Fragment {
  const status = statuses.find(({ id }) => id === story.statusId);
  return html`<a href="${storyPath(story.id)}">${story.reference} <bdi>${story.title}</bdi></a>
    ${story.priority !== 'none' && html`<span class="hint">${t.text(`story.${story.priority}`)}</span>`}
    ${story.estimateLabel !== null && html`<span class="tag">${story.estimateLabel}</span>`}
    ${status && statusName(status.name, status.category)}`;
}

const REMOVE_FORM = 'remove-form';

const removeButton = ({ t, tools }: ShownSprint, { id, reference }: Story): Fragment =>
  tools &&
  html`<button
    type="submit"
    class="link"
    form="${REMOVE_FORM}"
    name="remove"
    value="${id}"
    aria-label="${t.text('sprint.removeOne', { reference })}"
  >
    ${t.text('sprint.remove')}
  </button>`;

/** The open stories without a sprint, once the reader asks for them. */
function addView(shown: ShownSprint): Fragment {
  const { t, team, sprint, candidates, isOver, tools } = shown;
  if (tools === undefined || isOver) return undefined;
  const path = sprintPath(team.id, sprint.id);
  if (!candidates) {
    return html`<p id="${ADD}">
      <a class="button quiet" href="${path}?${ADD}=yes#${ADD}">${t.text('sprint.add')}</a>
    </p>`;
  }
  const { q, stories, isMore } = candidates;
  return html`<section aria-labelledby="${ADD}" class="adding">
    <h2 id="${ADD}">${t.text('sprint.add')}</h2>
    <form class="search" role="search" action="${path}#${ADD}">
      <input type="hidden" name="${ADD}" value="yes" />
      <input
        type="search"
        name="q"
        value="${q}"
        maxlength="200"
        dir="auto"
        aria-label="${t.text('board.search')}"
        placeholder="${t.text('board.search')}"
      />
      ${button(t.text('board.find'), { quiet: true })}
    </form>
    ${
      stories.length === 0
        ? html`<p class="hint">${t.text(q === '' ? 'sprint.noneOpen' : 'sprint.noneFound')}</p>`
        : teamForm(
            tools,
            `${path}/stories`,
            {},
            html`<fieldset class="ticks">
                <legend class="hint">${t.text('sprint.addHint')}</legend>
                <ul class="plain related">
                  ${stories.map((story) => candidateLine(shown, story))}
                </ul>
              </fieldset>
              ${isMore && html`<p class="hint">${t.text('sprint.searchMore')}</p>`}
              <div class="send">
                ${button(t.text('sprint.addTicked'))}
                <a class="cancel" href="${path}">${t.text('button.cancel')}</a>
              </div>`,
          )
    }
  </section>`;
}

const candidateLine = (shown: ShownSprint, story: Story): Html =>
  html`<li>
    <input
      id="add-${story.id}"
      type="checkbox"
      name="${STORY_BOX}${story.id}"
      aria-label="${story.reference} ${story.title}"
    />
    <span>${storyLine(shown, story)}</span>
  </li>`;
