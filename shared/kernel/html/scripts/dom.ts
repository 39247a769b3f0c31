declare global {
  interface DocumentEventMap {
    /** The page in `detail` is about to be merged into the shown one. */
    merging: CustomEvent<Document>;
    /** The shown page is no longer up to date. */
    stale: Event;
  }
}

/** The nearest element at or around an event's target that matches a selector. */
export const closestTo = <E extends HTMLElement = HTMLElement>(
  { target }: Event,
  selector: string,
): E | null => (target instanceof Element ? target.closest<E>(selector) : null);

export const findAll = <E extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): E[] => [...within.querySelectorAll<E>(selector)];

/** The element that a page always has. */
export function findOne<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

export const byId = <E extends HTMLElement = HTMLElement>(id: string | undefined): E | null =>
  id === undefined ? null : (document.getElementById(id) as E | null);

/** An element with properties and children; texts become text nodes, so nothing that people wrote is markup. */
export function newElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

export const parsePage = (text: string): Document => new DOMParser().parseFromString(text, 'text/html');

/** The response to a request for a page, also to a form. Rejects without a connection. */
export const fetchPage = (url: string, options: RequestInit = {}): Promise<Response> =>
  fetch(url, { headers: { accept: 'text/html' }, ...options });

/** The fields of a form with the button that was pressed, if any. */
export function formDataOf(form: HTMLFormElement, button: HTMLElement | null): URLSearchParams {
  // Files are sent in another way.
  const data = new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  if (button instanceof HTMLButtonElement && button.name) data.set(button.name, button.value);
  return data;
}
