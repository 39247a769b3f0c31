import { html, type Html } from '../../kernel/html/html.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { areaField, textField } from '../kit/form-view.ts';
import type { FormTools } from '../kit/form-tools.ts';

/** The fields of a sprint, as they were typed or are. */
export const sprintFields = ({ t, problem }: FormTools, values: Form): Html =>
  html`${textField('new-title', t.text('sprint.name'), {
      name: 'name',
      value: values['name'],
      required: true,
      problem,
    })}
    <div class="pair">
      ${textField('start', t.text('sprint.first'), {
        name: 'startDate',
        type: 'date',
        value: values['startDate'],
        required: true,
        problem,
      })}
      ${textField('end', t.text('sprint.last'), {
        name: 'due',
        type: 'date',
        value: values['due'],
        required: true,
        problem,
      })}
    </div>
    ${areaField('goal', t.text('sprint.goal'), { name: 'goal', value: values['goal'], length: 'short', problem })}`;
