/** Markup that is safe to send: only `html` makes it, and `html` escapes whatever is put into it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in a template: markup goes in as it is, text is escaped, nothing is left out. */
export type Fragment = Html | string | number | readonly Fragment[] | false | null | undefined;

/**
 * Markup from a template. Everything put into it is escaped, for an element's content and for an attribute in
 * double quotes alike. Not for the inside of a script or style, of which there are none, nor for a foreign URL.
 */
export const html = (strings: TemplateStringsArray, ...values: Fragment[]): Html =>
  new Html(strings.map((string, position) => string + render(values[position])).join(''));

function render(value: Fragment): string {
  if (value === false || value === null || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
