import { html, type Html } from '../../kernel/html/html.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { FormBinding, Problem } from '../portal-team/form-view.ts';
import { areaField, textField } from '../portal-team/form-view.ts';

/** What a member who may change sprints does on their pages. */
export interface SprintTools extends FormBinding {
  /** Of a form that was refused, or kept through a sign-in. */
  form: Form;
  done: string | undefined;
  problem: Problem | undefined;
  /** Whether a change was not made because the session had ended. */
  isUnsaved: boolean;
}

/** Says that a change was not made because the session had ended. */
export const unsavedIn = (tools: SprintTools | undefined): Problem | undefined =>
  tools?.isUnsaved ? { text: tools.t.text('story.unsaved') } : undefined;

/** The fields of a sprint, as they were typed or are. */
export const sprintFields = ({ t, problem }: SprintTools, values: Form): Html =>
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
