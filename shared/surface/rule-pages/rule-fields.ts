import type { Rule } from '../../events/rules/rule.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { linesIn } from '../../pages/kit/form.ts';
import type { FormTools } from '../../pages/kit/form-tools.ts';
import { areaField, textField } from '../../pages/kit/form-view.ts';

type Action = Rule['then'][number];

/** The most characters of a text by the field of an action that has it. */
const textMax = { title: 500, content: 10_000 } as const;

/** What a form shows of a rule. */
interface EditedRule {
  /** Null for one that is for all stories; left out where that is not to be chosen. */
  filter?: string | null;
  then: readonly Action[];
}

/** The texts that actions write. */
const wordsIn = (then: readonly Action[]) =>
  then.flatMap(({ input }, position) =>
    (['title', 'content'] as const).flatMap((field) =>
      typeof input[field] === 'string' ? [{ position, field, text: input[field] }] : [],
    ),
  );

/** The name of a rule in a form. */
export const nameField = ({ t, form, problem }: FormTools, name: string): Html =>
  textField('name', t.text('sprint.name'), {
    name: 'name',
    value: form['name'] ?? name,
    required: true,
    max: 120,
    problem,
  });

/** The filter of a rule and the texts that it writes, in a form. */
export const wordFields = ({ t, form, problem }: FormTools, { filter, then }: EditedRule): Html =>
  html`${
    filter !== undefined &&
    textField('if', t.text('board.filter'), {
      name: 'if',
      value: form['if'] ?? filter,
      max: 500,
      problem,
      hint: t.text('rule.filterHint'),
    })
  }
  ${wordsIn(then).map(({ position, field, text }) =>
    areaField(`words-${position}`, t.text('proposal.text'), {
      name: `words-${position}`,
      value: form[`words-${position}`] ?? text,
      required: true,
      max: textMax[field],
      length: 'short',
      problem,
      hint: t.text('rule.textHint'),
    }),
  )}`;

/** The values that a form shows of a rule, by the names of its fields. */
export const shownOf = ({ name, if: filter, then }: Rule): { name: string; if: string } => ({
  name,
  if: filter ?? '',
  ...Object.fromEntries(wordsIn(then).map(({ position, text }) => [`words-${position}`, text])),
});

/** The filter that a form has; null for an empty one, undefined if it has none. */
export const typedFilter = ({ if: filter }: Form): string | null | undefined =>
  filter?.trim() === '' ? null : filter;

/** Actions with the texts that a form has. */
export function withTyped(then: readonly Action[], sent: Form): Action[] {
  const words = wordsIn(then);
  return then.map((action, position) => {
    const typed = sent[`words-${position}`];
    const word = words.find((one) => one.position === position);
    return word && typed !== undefined
      ? { ...action, input: { ...action.input, [word.field]: linesIn(typed) } }
      : action;
  });
}
