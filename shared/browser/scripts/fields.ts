/** A field that people fill in. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields that people fill in, without those that are hidden. */
export const FIELDS = 'input:not([type=hidden]), textarea, select';

export const isBox = (field: Field | HTMLButtonElement): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

export const valueOf = (field: Field | HTMLButtonElement): string | boolean =>
  isBox(field) ? field.checked : field.value;

/** The value that the page has for a field. */
export function givenValueOf(field: Field): string | boolean {
  if (isBox(field)) return field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}
