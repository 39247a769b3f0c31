import { SHOWN_WITH } from '../../kernel/api/http/changed-fields.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { renderForMembers } from '../../feedback/markdown/markdown.ts';
import { healths, type Objective } from '../../planning/objective/objective.ts';
import { boardPath, objectivePath, objectivesPath, storyPath } from '../../planning/paths/page-paths.ts';
import { fanPicture } from '../../planning/pictures/fan-picture.ts';
import { layouts } from '../../planning/pictures/look.ts';
import { avatar } from '../views/avatar-view.ts';
import {
  button,
  outcomeOf,
  outcomeView,
  revealed,
  selectField,
  teamForm,
  textField,
} from '../kit/form-view.ts';
import { storyMatchField } from './story-match-view.ts';
import { drawnView } from './drawn-view.ts';
import { toolsOutcome, type FormTools } from '../kit/form-tools.ts';
import { objectiveFields } from './objective-fields-view.ts';
import { withReferences } from './references-view.ts';
import { isOfResult, keyResultsView } from './objective-results-view.ts';
import { datesView, healthView, progressView } from './objectives-view.ts';
import type { ShownObjective } from './shown-objective.ts';
import { statusName } from './story-parts-view.ts';

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
      ${objective.shortSummary !== null && html`<p dir="auto">${objective.shortSummary}</p>`}
    </header>
    ${tools && toolsOutcome(tools, outcomeOf(t, outcomes, tools.done), objectivePath(objective.id))}
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
      html`<div class="prose" dir="auto">
        ${withReferences(renderForMembers(objective.description), shown.teamCodes)}
      </div>`
    }
    ${editView(shown)} ${keyResultsView(shown)} ${storiesView(shown)}
  </article>`;
}

/** There is none where nothing is left to forecast. */
const forecastView = ({ t, fan }: ShownObjective): Fragment =>
  fan.remaining > 0 &&
  html`<details class="chart">
    <summary>${t.text('objective.forecastTitle')}</summary>
    ${drawnView((look) => fanPicture(fan, look), t, { layout: layouts.named, ids: 'forecast' })}
  </details>`;

const outcomes = {
  created: 'objective.created',
  saved: 'story.saved',
} as const;

/** What was done with its stories, which is said where they are. */
const storyOutcomes = { story: 'board.created', storyAdded: 'objective.storyAdded' } as const;

/** The fields of an objective as its form has them. */
const valuesOf = ({
  name,
  shortSummary,
  description,
  health,
  startDate,
  endDate,
  leadUserId,
}: Objective): Form => ({
  name,
  shortSummary: shortSummary ?? '',
  health: health ?? '',
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
  const own = isOfResult(tools) ? { ...tools, problem: undefined } : tools;
  return html`<div class="tools-row">
    <details class="reveal" ${isOpen && html`open`}>
      <summary>${t.text('objective.edit')}</summary>
      ${teamForm(
        tools,
        path,
        { version: objective.updatedAt, [SHOWN_WITH]: JSON.stringify(values) },
        html`${objectiveFields(own, { ...values, ...tools.form }, leads)}
          ${healthField(own, { ...values, ...tools.form })}
          <div class="send">
            ${button(t.text('story.save'))} <a class="cancel" href="${path}">${t.text('button.cancel')}</a>
          </div>`,
      )}
    </details>
    ${revealed(
      t.text('objective.deleteFold'),
      teamForm(
        tools,
        `${path}/delete`,
        {},
        html`<p>${t.text('objective.deleteText')}</p>
          ${button(t.text('objective.delete'), { quiet: true })}`,
      ),
    )}
  </div>`;
}

const healthField = ({ t, problem }: FormTools, { health = '' }: Form): Html =>
  selectField('health', t.text('objective.health'), {
    name: 'health',
    choices: [
      { value: '', text: t.text('objective.noHealth') },
      ...healths.map((value) => ({ value, text: t.text(`objective.${value}`) })),
    ],
    chosen: health,
    problem,
  });

function storiesView(shown: ShownObjective): Html {
  const { t, stories, statuses, isMore, tools } = shown;
  return html`<section aria-labelledby="stories">
    <h2 id="stories" tabindex="-1">${t.text('objective.stories')}</h2>
    ${outcomeView(outcomeOf(t, storyOutcomes, tools?.done), undefined)}
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
    ${tools && html`<div class="tools-row">${newStoryView(shown)} ${existingStoryView(shown)}</div>`}
  </section>`;
}

/** The form for a new story of the objective, which is all that it asks about it. */
function newStoryView({ t, objective, tools }: ShownObjective): Fragment {
  if (tools === undefined) return undefined;
  const { form, problem } = tools;
  const isOpen = form['title'] !== undefined || problem?.field === 'title';
  return revealed(
    t.text('board.new'),
    teamForm(
      tools,
      `${objectivePath(objective.id)}/stories`,
      {},
      html`${textField('story-title', t.text('story.title'), {
          name: 'title',
          value: form['title'],
          required: true,
          problem,
        })}
        <div class="send">${button(t.text('board.create'))}</div>`,
    ),
    isOpen,
  );
}

/** The form for a story that exists, which counts towards the objective then. */
function existingStoryView({ t, objective, tools }: ShownObjective): Fragment {
  if (tools === undefined) return undefined;
  return revealed(
    t.text('objective.addStory'),
    teamForm(
      tools,
      `${objectivePath(objective.id)}/existing-stories`,
      {},
      html`${storyMatchField(tools, t.text('objective.story'))}
        <div class="send">${button(t.text('story.add'))}</div>`,
    ),
    tools.form['related'] !== undefined,
  );
}
