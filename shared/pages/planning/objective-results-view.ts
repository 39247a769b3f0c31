import { SHOWN_WITH } from '../../kernel/api/http/changed-fields.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import type { KeyResult } from '../../planning/key-results/key-result.ts';
import { objectivePath } from '../../planning/paths/page-paths.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import {
  button,
  outcomeOf,
  outcomeView,
  revealed,
  selectField,
  teamForm,
  textField,
} from '../kit/form-view.ts';
import type { FormTools } from '../kit/form-tools.ts';
import type { ShownObjective } from './shown-objective.ts';

const outcomes = {
  added: 'objective.resultAdded',
  resultSaved: 'story.saved',
  removed: 'objective.resultDeleted',
} as const;

/** The key results of an objective, and the forms that add, measure, change and delete them. */
export const keyResultsView = (shown: ShownObjective): Fragment => {
  const { t, keyResults, tools } = shown;
  if (keyResults.length === 0 && tools === undefined) return undefined;
  return html`<section aria-labelledby="key-results">
    <h2 id="key-results" tabindex="-1">${t.text('objective.keyResults')}</h2>
    ${outcomeView(outcomeOf(t, outcomes, tools?.done), undefined)}
    ${
      keyResults.length > 0 &&
      html`<ul class="plain related">
        ${keyResults.map(
          (one) =>
            html`<li>
              <bdi>${one.name}</bdi>
              <span class="hint">${reachedText(one, t)}</span> ${checkView(shown, one)}
              ${editView(shown, one)}
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

/** The fields of a key result as its form has them; one that is reached or not has no numbers. */
const valuesOf = ({ name, measurementType, startValue, targetValue }: KeyResult): Form => ({
  resultName: name,
  ...(measurementType !== 'boolean' && { start: String(startValue), target: String(targetValue) }),
});

/** The fold in which a key result is changed and deleted. */
function editView({ t, objective, tools }: ShownObjective, one: KeyResult): Fragment {
  if (tools === undefined) return undefined;
  const path = `${objectivePath(objective.id)}/key-results/${one.id}`;
  const shown = valuesOf(one);
  const refused = refusedOf(tools, one.id);
  const { form = {}, problem } = refused ?? {};
  const values = { ...shown, ...form };
  const numberField = (name: 'start' | 'target', label: string) =>
    textField(`${name}-${one.id}`, label, { name, value: values[name], isDecimal: true, problem });
  return html`<details class="reveal" ${refused && html`open`}>
    <summary>${t.text('objective.editResult')}<span class="hidden">: ${one.name}</span></summary>
    ${teamForm(
      tools,
      `${path}/save`,
      { result: one.id, version: one.updatedAt, [SHOWN_WITH]: JSON.stringify(shown) },
      html`${textField(`name-${one.id}`, t.text('sprint.name'), {
          name: 'resultName',
          value: values['resultName'],
          required: true,
          problem,
        })}
        ${
          shown['start'] !== undefined &&
          html`<div class="pair">
            ${numberField('start', t.text('objective.startValue'))}
            ${numberField('target', t.text('objective.targetValue'))}
          </div>`
        }
        <div class="send">
          ${button(t.text('story.save'))}
          <a class="cancel" href="${objectivePath(objective.id)}">${t.text('button.cancel')}</a>
        </div>`,
    )}
    ${revealed(
      t.text('objective.deleteResultFold'),
      teamForm(
        tools,
        `${path}/delete`,
        {},
        html`<p>${t.text('objective.deleteResultText')}</p>
          ${button(t.text('objective.deleteResult'), { quiet: true })}`,
      ),
    )}
  </details>`;
}

/** Whether a form that was not carried out was one of a key result. */
export const isOfResult = ({ form }: FormTools): boolean =>
  form['result'] !== undefined || form['kind'] !== undefined;

/** What was typed into the form of a key result, or of a new one, and what it was refused for; undefined for others. */
const refusedOf = (
  tools: FormTools,
  result: string | undefined,
): Pick<FormTools, 'form' | 'problem'> | undefined =>
  isOfResult(tools) && tools.form['result'] === result ? tools : undefined;

function newResultView({ t, objective, tools }: ShownObjective): Fragment {
  if (tools === undefined) return undefined;
  const refused = refusedOf(tools, undefined);
  const { form = {}, problem } = refused ?? {};
  const kinds = ['number', 'percentage', 'boolean'] as const;
  return html`<details class="reveal" ${refused && html`open`}>
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
            problem,
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
