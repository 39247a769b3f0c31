import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { estimateUnits, type EstimateScheme } from '../../identity/team/team.ts';
import { burnDownPicture } from '../../planning/pictures/burn-down-picture.ts';
import { isEstimated, type BurnDownDays } from '../../planning/pictures/facts.ts';
import { layouts } from '../../planning/pictures/look.ts';
import { lastDayOfSprint, sprintDays } from '../../planning/sprints/sprint-days.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { dayElement } from '../messages/times-view.ts';
import { drawnView } from './drawn-view.ts';

/** The first and the last day of a sprint, in its own zone. */
export function spanView(sprint: Pick<Sprint, 'startDate' | 'endDate' | 'timeZone'>, t: PageTexts): Fragment {
  const { first, last } = sprintDays(sprint);
  return t.markup('board.span', { from: dayElement(first, t), to: dayElement(last, t) });
}

/** How many stories are done, as words and as a bar; what was cancelled is not to be done. */
export function storiesDoneView(counts: Sprint['storyCounts'], t: PageTexts, more?: Fragment): Html {
  const { completed: done, cancelled } = counts;
  const total = counts.total - cancelled;
  return html`<p class="progress">
    <strong
      >${
        counts.total === 0
          ? t.text('objective.noStories')
          : cancelled === 0
            ? t.text('board.progress', { done, total })
            : t.text('board.progressBesides', { done, total, cancelled })
      }</strong
    >
    ${more} ${total > 0 && html`<progress value="${done}" max="${total}" aria-hidden="true"></progress>`}
  </p>`;
}

type SpannedSprint = Pick<Sprint, 'name' | 'startDate' | 'endDate' | 'timeZone'>;

/** A burn-down, which is folded where it would push the stories off the screen, with how it counts. */
export const burnDownView = (sprint: SpannedSprint, days: BurnDownDays, t: PageTexts): Html =>
  html`<details class="chart">
    <summary>${t.text('board.burnDown')}</summary>
    ${drawnBurnDown(sprint, days, t)}
  </details>`;

/** A burn-down with how it counts. */
export const drawnBurnDown = (sprint: SpannedSprint, days: BurnDownDays, t: PageTexts): Html =>
  html`${drawnView((look) => burnDownPicture({ name: sprint.name, days, end: lastDayOfSprint(sprint) }, look), t, { layout: layouts.low, ids: 'burn-down' })}
  ${isEstimated(days) && html`<p class="hint">${t.text('chart.unestimated')}</p>`}`;

/** An amount in the unit in which a team estimates; undefined for sizes of clothes, which add up to nothing. */
export function amountText(value: number, scheme: EstimateScheme, t: PageTexts): string | undefined {
  if (scheme === 'tshirt') return undefined;
  if (scheme === 'points') return t.text('board.points', { count: value });
  return `${t.number(value)}${estimateUnits[scheme]}`;
}
