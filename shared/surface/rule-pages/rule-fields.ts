import type { Rule } from '../../events/rules/rule.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { linesIn } from '../../pages/kit/form.ts';
import type { FormTools } from '../../pages/kit/form-tools.ts';
import { areaField, textField } from '../../pages/kit/form-view.ts';

type Action = Rule['then'][number];

/** What a form shows of a rule. */
interface EditedRule {
  name: string;
  /** Null for one that is for all stories; left out where that is not to be chosen. */
  filter?: string | null;
  then: readonly Action[];
}

/** The texts that actions write. */
const wordsIn = (then: readonly Action[]) =>
  then.flatMap(({ input }, position) =>
    ['title', 'content'].flatMap((field) =>
      typeof input[field] === 'string' ? [{ position, field, text: input[field] }] : [],
    ),
  );

/** The name of a rule in a form. */
export const nameField = ({ t, form, problem }: FormTools, name: string): Html =>
  textField('name', t.text('sprint.name'), {
    name: 'name',
    value: form['name'] ?? name,
    required: true,
    max: 100,
    problem,
  });

/** The filter of a rule and the texts that it writes, in a form. */
export const wordFields = (
  { t, form, problem }: FormTools,
  { filter, then }: Omit<EditedRule, 'name'>,
): Html =>
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
  ${wordsIn(then).map(({ position, text }) =>
    areaField(`words-${position}`, t.text('proposal.text'), {
      name: `words-${position}`,
      value: form[`words-${position}`] ?? text,
      required: true,
      max: 2000,
      length: 'short',
      problem,
      hint: t.text('rule.textHint'),
    }),
  )}`;

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
