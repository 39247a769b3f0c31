import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { renderForMembers } from '../../feedback/markdown/markdown.ts';
import type { Status } from '../../identity/statuses/status.ts';
import type { KeyResult } from '../../planning/key-results/key-result.ts';
import type { Objective } from '../../planning/objectives/objective.ts';
import { boardPath, objectivesPath, storyPath } from '../../planning/page-paths.ts';
import type { Fan } from '../../planning/pictures/facts.ts';
import { fanPicture } from '../../planning/pictures/fan-picture.ts';
import { layouts } from '../../planning/pictures/look.ts';
import type { Story } from '../../planning/stories/story.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { avatar } from '../public-portals/avatar-view.ts';
import { drawnView } from './drawn-view.ts';
import { datesView, healthView, progressView } from './objectives-view.ts';
import { statusName } from './story-parts-view.ts';

interface ShownObjective {
  t: PageTexts;
  team: { id: string; name: string };
  objective: Objective;
  /** When it will be done. */
  fan: Fan;
  keyResults: readonly KeyResult[];
  /** The newest first. */
  stories: readonly Story[];
  /** Whether it has more stories than are shown. */
  isMore: boolean;
  statuses: readonly Status[];
  lead: string | undefined;
}

/** The page of an objective. */
export function objectiveView(shown: ShownObjective): Html {
  const { t, team, objective, lead } = shown;
  return html`<article class="objective">
    <header class="intro">
      <p class="crumbs">
        <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>
        <a href="${objectivesPath(team.id)}">${t.text('objective.all')}</a>
      </p>
      <h1 dir="auto">${objective.name}</h1>
    </header>
    <section class="card sheet sprint" aria-label="${t.text('objective.progress')}">
      <div>
        ${progressView(objective, t)}
        <p class="facts">${healthView(objective, t)} ${datesView(objective, t)}</p>
        ${lead !== undefined && html`<p class="by">${avatar(lead)}<bdi>${lead}</bdi></p>`}
      </div>
      ${forecastView(shown)}
    </section>
    ${
      objective.description !== null &&
      html`<div class="prose" dir="auto">${renderForMembers(objective.description)}</div>`
    }
    ${keyResultsView(shown)} ${storiesView(shown)}
  </article>`;
}

/** There is none where nothing is left to forecast. */
const forecastView = ({ t, fan }: ShownObjective): Fragment =>
  fan.remaining > 0 &&
  html`<details class="chart">
    <summary>${t.text('objective.forecastTitle')}</summary>
    ${drawnView((look) => fanPicture(fan, look), t, layouts.named)}
  </details>`;

const keyResultsView = ({ t, keyResults }: ShownObjective): Fragment =>
  keyResults.length > 0 &&
  html`<section aria-labelledby="key-results">
    <h2 id="key-results">${t.text('objective.keyResults')}</h2>
    <ul class="plain related">
      ${keyResults.map(
        (one) =>
          html`<li>
            <bdi>${one.name}</bdi>
            <span class="hint">${reachedText(one, t)}</span>
          </li>`,
      )}
    </ul>
  </section>`;

/** How far a key result has come, such as `12 of 20`; one that is reached or not says so. */
function reachedText({ measurementType, currentValue, targetValue }: KeyResult, t: PageTexts): string {
  if (measurementType === 'boolean') return t.text(currentValue >= targetValue ? 'story.yes' : 'story.no');
  const unit = measurementType === 'percentage' ? ' %' : '';
  const [current, target] = [currentValue, targetValue].map((value) => `${t.number(value)}${unit}`);
  return t.text('objective.reached', { current: current!, target: target! });
}

function storiesView({ t, stories, statuses, isMore }: ShownObjective): Html {
  return html`<section aria-labelledby="stories">
    <h2 id="stories">${t.text('objective.stories')}</h2>
    ${stories.length === 0 && html`<p class="hint">${t.text('board.noneHere')}</p>`}
    <ul class="plain related">
      ${stories.map(({ id, reference, title, statusId }) => {
        const status = statuses.find((one) => one.id === statusId);
        return html`<li>
          <a href="${storyPath(id)}">${reference} <bdi>${title}</bdi></a>
          ${status && statusName(status.name, status.category)}
        </li>`;
      })}
    </ul>
    ${isMore && html`<p class="hint">${t.text('objective.more')}</p>`}
  </section>`;
}
