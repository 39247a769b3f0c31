import { dueDay } from '../../kernel/core/date-span.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { Team } from '../../identity/team/team.ts';
import { boardPath, objectivePath, objectivesPath } from '../../planning/paths/page-paths.ts';
import type { Objective } from '../../planning/objective/objective.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { dayElement } from '../messages/times-view.ts';
import { button, outcomeOf, teamForm } from '../kit/form-view.ts';
import { toolsOutcome, type FormTools } from '../kit/form-tools.ts';
import { objectiveFields } from './objective-fields-view.ts';
import { planningTabs } from './planning-tabs-view.ts';

interface ShownObjectives {
  t: PageTexts;
  team: Pick<Team, 'id' | 'name' | 'sprintsEnabled'>;
  /** In the order in which they are shown. */
  objectives: readonly Objective[];
  people: readonly { id: string; name: string }[];
  /** Undefined for guests. */
  tools: FormTools | undefined;
}

const outcomes = { deleted: 'objective.deleted' } as const;

/** The objectives of a team, each with its progress and when it will be done. */
export const objectivesView = (shown: ShownObjectives): Html => {
  const { t, team, objectives, tools } = shown;
  return html`<header class="intro board-head">
      <div>
        <p class="crumbs">
          <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>
        </p>
        <h1>${t.text('objective.all')}</h1>
      </div>
      ${newObjectiveView(shown)}
    </header>
    ${planningTabs(t, team, 'objectives')}
    ${tools && toolsOutcome(tools, outcomeOf(t, outcomes, tools.done), objectivesPath(team.id))}
    ${
      objectives.length === 0
        ? html`<div class="card empty">
            <h2>${t.text('objective.none')}</h2>
            <p>${t.text('objective.noneText')}</p>
            <p><a class="button quiet" href="/docs/planning">${t.text('objective.guide')}</a></p>
          </div>`
        : html`<ul class="plain objectives">
            ${objectives.map((objective) => objectiveCard(objective, t))}
          </ul>`
    }`;
};

function newObjectiveView({ t, team, objectives, people, tools }: ShownObjectives): Fragment {
  if (tools === undefined) return undefined;
  const isOpen = tools.form['name'] !== undefined || tools.problem !== undefined;
  return html`<details
    class="${objectives.length === 0 ? 'reveal new main' : 'reveal new'}"
    ${isOpen && html`open`}
  >
    <summary>${t.text('objective.new')}</summary>
    ${teamForm(
      tools,
      objectivesPath(team.id),
      {},
      html`${objectiveFields(tools, tools.form, people)}
        <div class="send">
          ${button(t.text('objective.create'))}
          <a class="cancel" href="${objectivesPath(team.id)}">${t.text('button.cancel')}</a>
        </div>`,
    )}
  </details>`;
}

const objectiveCard = (objective: Objective, t: PageTexts): Html =>
  html`<li class="card mini">
    <h2>
      <a href="${objectivePath(objective.id)}"><bdi>${objective.name}</bdi></a>
    </h2>
    ${objective.shortSummary !== null && html`<p dir="auto">${objective.shortSummary}</p>`}
    ${progressView(objective, t)}
    <p class="facts">${healthView(objective, t)} ${datesView(objective, t)}</p>
  </li>`;

/** How many of its stories are done, as words and as a bar; what was cancelled is not to be done. */
export function progressView({ storyCounts }: Pick<Objective, 'storyCounts'>, t: PageTexts): Html {
  const { completed, cancelled } = storyCounts;
  const total = storyCounts.total - cancelled;
  return html`<p class="progress">
    <strong>
      ${total === 0 ? t.text('objective.noStories') : t.text('board.progress', { done: completed, total })}
    </strong>
    ${total > 0 && html`<progress value="${completed}" max="${total}" aria-hidden="true"></progress>`}
  </p>`;
}

const tones = { on_track: 'completed', at_risk: 'planned', off_track: 'closed' } as const;

/** How its lead judges it. */
export const healthView = ({ health }: Pick<Objective, 'health'>, t: PageTexts): Fragment =>
  health !== null && html`<span class="status ${tones[health]}">${t.text(`objective.${health}`)}</span>`;

/** When it is to be done, and when it will be in 85 of 100 cases. */
export function datesView(
  { endDate, forecastEndDate, forecastDaysDelta: late }: Objective,
  t: PageTexts,
): Fragment {
  return [
    endDate !== null &&
      html`<span>${t.markup('objective.target', { date: dayElement(dueDay(endDate), t) })}</span>`,
    forecastEndDate !== null &&
      html`<span>${t.markup('objective.forecast', { date: dayElement(dueDay(forecastEndDate), t) })}</span>`,
    late !== null &&
      late > 0 &&
      html`<span class="overdue">${t.text('objective.late', { count: late })}</span>`,
  ];
}
