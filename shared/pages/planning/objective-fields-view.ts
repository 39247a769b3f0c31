import { html, type Html } from '../../kernel/html/html.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { areaField, selectField, textField } from '../kit/form-view.ts';
import { toChoice } from './board-filter-view.ts';
import type { FormTools } from '../kit/form-tools.ts';

/** The most characters that an objective's summary has. */
const SUMMARY_MAX_CHARACTERS = 300;

/** The fields of an objective, as they were typed or are, and the members who can lead it. */
export const objectiveFields = (
  { t, problem }: FormTools,
  values: Form,
  people: readonly { id: string; name: string }[],
): Html =>
  html`${textField('new-title', t.text('sprint.name'), {
      name: 'name',
      value: values['name'],
      required: true,
      problem,
    })}
    ${textField('summary', t.text('objective.summary'), {
      name: 'shortSummary',
      value: values['shortSummary'],
      max: SUMMARY_MAX_CHARACTERS,
      problem,
      hint: t.text('objective.summaryHint'),
    })}
    ${areaField('description', t.text('story.description'), {
      name: 'description',
      value: values['description'],
      problem,
      hint: t.text('form.hint'),
    })}
    <div class="pair">
      ${textField('start', t.text('story.start'), {
        name: 'startDate',
        type: 'date',
        value: values['startDate'],
        problem,
      })}
      ${textField('due', t.text('objective.targetDate'), {
        name: 'due',
        type: 'date',
        value: values['due'],
        problem,
      })}
    </div>
    ${selectField('lead', t.text('objective.lead'), {
      name: 'lead',
      choices: [{ value: '', text: t.text('story.unassigned') }, ...people.map(toChoice)],
      chosen: values['lead'] ?? '',
      problem,
    })}`;
