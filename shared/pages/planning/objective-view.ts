import { SHOWN_WITH } from '../../kernel/api/http/changed-fields.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { renderForMembers } from '../../feedback/markdown/markdown.ts';
import type { Status } from '../../identity/statuses/status.ts';
import type { KeyResult } from '../../planning/key-results/key-result.ts';
import type { Objective } from '../../planning/objectives/objective.ts';
import { boardPath, objectivePath, objectivesPath, storyPath } from '../../planning/page-paths.ts';
import type { Fan } from '../../planning/pictures/facts.ts';
import { fanPicture } from '../../planning/pictures/fan-picture.ts';
import { layouts } from '../../planning/pictures/look.ts';
import type { Story } from '../../planning/stories/story.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { avatar } from '../public-portals/avatar-view.ts';
import {
  button,
  outcomeOf,
  outcomeView,
  selectField,
  teamForm,
  textField,
} from '../portal-team/form-view.ts';
import { drawnView } from './drawn-view.ts';
import { unsavedIn, type FormTools } from './form-tools.ts';
import { objectiveFields } from './objective-fields-view.ts';
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
  people: readonly { id: string; name: string }[];
  /** Undefined for guests. */
  tools: FormTools | undefined;
}

/** The page of an objective. */
export function objectiveView(shown: ShownObjective): Html {
  const { t, team, objective, lead, tools } = shown;
  return html`<article class="objective">
    <header class="intro">
      <p class="crumbs">
        <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>
        <a href="${objectivesPath(team.id)}">${t.text('objective.all')}</a>
      </p>
      <h1 dir="auto">${objective.name}</h1>
    </header>
    ${tools && outcomeView(outcomeOf(t, outcomes, tools.done), unsavedIn(tools) ?? tools.problem)}
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
    ${editView(shown)} ${keyResultsView(shown)} ${storiesView(shown)}
  </article>`;
}

/** There is none where nothing is left to forecast. */
const forecastView = ({ t, fan }: ShownObjective): Fragment =>
  fan.remaining > 0 &&
  html`<details class="chart">
    <summary>${t.text('objective.forecastTitle')}</summary>
    ${drawnView((look) => fanPicture(fan, look), t, layouts.named)}
  </details>`;

const outcomes = {
  created: 'objective.created',
  saved: 'story.saved',
  added: 'objective.resultAdded',
} as const;

/** The fields of an objective as its form has them. */
const valuesOf = ({ name, description, startDate, endDate, leadUserId }: Objective): Form => ({
  name,
  description: description ?? '',
  startDate: startDate?.slice(0, 10) ?? '',
  due: endDate?.slice(0, 10) ?? '',
  lead: leadUserId ?? '',
});

function editView({ t, objective, people, lead, tools }: ShownObjective): Fragment {
  if (tools === undefined) return undefined;
  const values = valuesOf(objective);
  const path = objectivePath(objective.id);
  const { leadUserId } = objective;
  const isFormer = leadUserId !== null && people.every(({ id }) => id !== leadUserId);
  const leads = isFormer ? [...people, { id: leadUserId, name: lead ?? t.text('story.someone') }] : people;
  const isOpen = Object.keys(values).some((name) => tools.form[name] !== undefined);
  return html`<div class="deeds">
    <details class="reveal" ${isOpen && html`open`}>
      <summary>${t.text('objective.edit')}</summary>
      ${teamForm(
        tools,
        path,
        { version: objective.updatedAt, [SHOWN_WITH]: JSON.stringify(values) },
        html`${objectiveFields(tools, { ...values, ...tools.form }, leads)}
          <div class="send">
            ${button(t.text('story.save'))} <a class="cancel" href="${path}">${t.text('button.cancel')}</a>
          </div>`,
      )}
    </details>
  </div>`;
}

const keyResultsView = (shown: ShownObjective): Fragment => {
  const { t, keyResults, tools } = shown;
  if (keyResults.length === 0 && tools === undefined) return undefined;
  return html`<section aria-labelledby="key-results">
    <h2 id="key-results">${t.text('objective.keyResults')}</h2>
    ${
      keyResults.length > 0 &&
      html`<ul class="plain related">
        ${keyResults.map(
          (one) =>
            html`<li>
              <bdi>${one.name}</bdi>
              <span class="hint">${reachedText(one, t)}</span> ${checkView(shown, one)}
            </li>`,
        )}
      </ul>`
    }
    ${newResultView(shown)}
  </section>`;
};

/** The value that a key result has now; one that is reached or not is chosen. */
function checkView({ t, objective, tools }: ShownObjective, one: KeyResult): Fragment {
  if (tools === undefined) return undefined;
  const label = t.text('objective.nowOf', { name: one.name });
  const yesNo = [
    { value: '0', text: t.text('story.no') },
    { value: '1', text: t.text('story.yes') },
  ];
  return teamForm(
    tools,
    `${objectivePath(objective.id)}/key-results/${one.id}`,
    {},
    html`<span class="check-in">
      ${
        one.measurementType === 'boolean'
          ? html`<select name="now" aria-label="${label}">
              ${yesNo.map(
                ({ value, text }) =>
                  html`<option value="${value}" ${value === String(one.currentValue) && html`selected`}>
                    ${text}
                  </option>`,
              )}
            </select>`
          : html`<input
              name="now"
              value="${String(one.currentValue)}"
              inputmode="decimal"
              autocomplete="off"
              aria-label="${label}"
            />`
      }
      <button type="submit" class="button quiet" aria-label="${t.text('objective.checkIn')}: ${one.name}">
        ${t.text('objective.checkIn')}
      </button>
    </span>`,
  );
}

function newResultView({ t, objective, tools }: ShownObjective): Fragment {
  if (tools === undefined) return undefined;
  const { form, problem } = tools;
  const kinds = ['number', 'percentage', 'boolean'] as const;
  return html`<details class="reveal" ${form['resultName'] !== undefined && html`open`}>
    <summary>${t.text('objective.addResult')}</summary>
    ${teamForm(
      tools,
      `${objectivePath(objective.id)}/key-results`,
      {},
      html`${textField('result-name', t.text('sprint.name'), {
          name: 'resultName',
          value: form['resultName'],
          required: true,
          problem,
        })}
        <div class="pair">
          ${selectField('kind', t.text('objective.kind'), {
            name: 'kind',
            choices: kinds.map((value) => ({ value, text: t.text(`objective.${value}`) })),
            chosen: form['kind'] ?? 'number',
          })}
          ${textField('target', t.text('objective.targetValue'), {
            name: 'target',
            value: form['target'],
            isDecimal: true,
            hint: t.text('objective.targetHint'),
          })}
        </div>
        <div class="send">${button(t.text('objective.addResult'))}</div>`,
    )}
  </details>`;
}

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
