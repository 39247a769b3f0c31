/** Markup that is safe to send: only `html` creates it, and `html` escapes all interpolated values. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values in a template: markup is inserted as is, text is escaped, null-like values render as nothing. */
export type Fragment = Html | string | number | readonly Fragment[] | false | null | undefined;

/**
 * Creates markup from a template. Interpolated values are escaped for element content and for double-quoted
 * attributes; do not use them inside script or style elements, or for untrusted URLs.
 */
export const html = (strings: TemplateStringsArray, ...values: Fragment[]): Html =>
  new Html(strings.map((string, position) => string + render(values[position])).join(''));

function render(value: Fragment): string {
  if (value === false || value === null || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
