import { linesWithTicked, type Form } from './form.ts';

/** The field of a form with the values that it was shown with, by their names, as a JSON object. */
export const SHOWN_WITH = 'shownWith';

/**
 * A form without the values that it was shown with, which others may have changed since. Ticked boxes are lines of their
 * field, in order; what was emptied is empty. A form that does not say what it was shown with is returned as it is.
 */
export function changedFields(form: Form): Form {
  const before = shownWith(form);
  const changed = Object.entries(before).flatMap(([name, value]) => {
    const sent = sentValue(form, name);
    return sent === value ? [] : [[name, sent] as const];
  });
  const others = Object.entries(form).filter(
    ([name]) => name !== SHOWN_WITH && !Object.hasOwn(before, name.split(':')[0]!),
  );
  return Object.fromEntries([...others, ...changed]);
}

/** What was typed into a field or, if it is none, the names of its ticked boxes. */
const sentValue = (form: Form, name: string): string =>
  usual(form[name] ?? linesWithTicked(form, name).split('\n').toSorted().join('\n'));

/** Browsers send other ends of lines than they were given. */
const usual = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim();

/** The values that a form was shown with, by the names of their fields. */
export function shownWith(form: Form): Record<string, string> {
  const parsed = parsedOr({}, form[SHOWN_WITH]);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return {};
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, usual(String(value))]));
}

function parsedOr(otherwise: unknown, text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
