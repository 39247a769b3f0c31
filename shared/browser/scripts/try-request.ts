import { findAll } from '../../kernel/html/scripts/dom.ts';

type TextField = HTMLInputElement | HTMLSelectElement;

/** A field of a form by its name; null if it has none. */
export const namedField = (form: HTMLFormElement, name: string): HTMLInputElement | null =>
  form.querySelector(`:is(input, select)[name="${name}"]`);

/** A path with the values of the fields that it names; undefined while one is missing. */
export function pathWith(form: HTMLFormElement, path: string): string | undefined {
  let isComplete = true;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = namedField(form, name)?.value ?? '';
    if (!value) isComplete = false;
    return encodeURIComponent(value);
  });
  return isComplete ? filled : undefined;
}

/** The address of the request: its path and query, from the fields. */
export function addressOf(form: HTMLFormElement): string {
  let path = form.dataset.path!;
  const query = new URLSearchParams();
  for (const input of findAll<TextField>('[data-in]', form)) {
    if (input.dataset.in === 'path')
      path = path.replace(`{${input.name}}`, () => encodeURIComponent(input.value));
    else if (input.value) query.append(input.name, valueOf(input));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The options of the request. Only the token says whose it is, not a session of this browser. */
export function optionsOf(
  form: HTMLFormElement,
  body?: string,
): { method: string; headers: Record<string, string>; credentials: 'omit'; body?: string } {
  const token = namedField(form, 'token');
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token.value.trim()}` } : {};
  const options = { method: form.dataset.method!, headers, credentials: 'omit' } as const;
  if (body === undefined) return options;
  headers['Content-Type'] = 'application/json';
  return { ...options, body };
}

/** Of a list, the values that are chosen. */
function valueOf(input: TextField): string {
  if (!(input instanceof HTMLSelectElement && input.multiple)) return input.value;
  return [...input.selectedOptions].map(({ value }) => value).join(',');
}
