import { html, type Fragment, type Html } from '../../kernel/html/html.ts';

interface ChoiceOfMatches {
  legend: string;
  /** The words that they were found by. */
  found: string | undefined;
  /** The field of the choice. */
  name: string;
  choices: readonly { value: string; label: Fragment }[];
}

/** What the words of a field found, to choose one; other words in the field search again. */
export const matchesView = ({ legend, found, name, choices }: ChoiceOfMatches): Html =>
  html`<fieldset>
    <legend>${legend}</legend>
    <input type="hidden" name="found" value="${found?.trim()}" />
    ${choices.map(
      ({ value, label }, index) =>
        html`<div class="field check">
          <input
            id="${name}-${value}"
            name="${name}"
            type="radio"
            value="${value}"
            ${index === 0 && html`autofocus`}
            ${choices.length === 1 && html`checked`}
          />
          <label for="${name}-${value}">${label}</label>
        </div>`,
    )}
  </fieldset>`;

/** Stories among them, by their references. */
export const storyChoices = (
  stories: readonly { reference: string; title: string }[],
): ChoiceOfMatches['choices'] =>
  stories.map(({ reference, title }) => ({
    value: reference,
    label: html`${reference} <bdi>${title}</bdi>`,
  }));
