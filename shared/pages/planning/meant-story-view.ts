import type { Form } from '../../kernel/api/http/form.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { textField, type FormBinding, type Problem } from '../portal-team/form-view.ts';
import { meantView, storyChoices } from '../portal-team/meant-view.ts';
import type { MeantStory } from './meant-story.ts';

/** The most characters of what names a story. */
const RELATED_MAX_CHARACTERS = 200;

interface FormWithStory extends Pick<FormBinding, 't'> {
  form: Form;
  problem: Problem | undefined;
}

/** The field for a story, by its reference or words of its title, and the choice of what they can mean. */
export const meantStoryField = (
  { t, form, problem }: FormWithStory,
  meant: readonly MeantStory[],
  label: string,
): Html =>
  html`${textField('related', label, {
    name: 'related',
    value: form['related'],
    problem,
    hint: t.text('story.relatedHint'),
    required: true,
    max: RELATED_MAX_CHARACTERS,
  })}
  ${
    meant.length > 0 &&
    meantView({
      legend: t.text('story.chooseRelated'),
      found: form['related'],
      name: 'meant',
      choices: storyChoices(meant),
    })
  }`;
