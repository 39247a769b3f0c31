import { html, type Html } from '../../kernel/html/html.ts';
import { textField } from '../kit/form-view.ts';
import type { FormTools } from '../kit/form-tools.ts';
import { matchesView, storyChoices } from '../views/matches-view.ts';

/** The most characters of what names a story. */
const RELATED_MAX_CHARACTERS = 200;

/** The field for a story, by its reference or words of its title, and the choice of what they can mean. */
export const storyMatchField = (
  { t, form, problem, matches }: Pick<FormTools, 't' | 'form' | 'problem' | 'matches'>,
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
    matches.length > 0 &&
    matchesView({
      legend: t.text('story.chooseRelated'),
      found: form['related'],
      name: 'chosen',
      choices: storyChoices(matches),
    })
  }`;
