import { byId, findAll, findOne, newElement } from '../../kernel/html/scripts/dom.ts';

// The values of a request in the form of an operation: what is left to replace, what is proposed, and what is chosen.

/** A resource of a list that was read. */
export type ReadResource = Readonly<Record<string, unknown>> & { id?: string };

/** A value of the body that follows from other fields, such as the version of what is changed. */
export interface FollowingValue {
  /** Its name in the example, without the dollar sign. */
  name: string;
  /** What is read for it, with names of fields in braces. */
  path: string;
  /** Its place in what was read, such as `updatedAt`. */
  value: string;
  /** Which entry of a list it is of, without those that are chosen above. */
  position?: number;
  /** What was filled in for it. */
  filled?: string | undefined;
}

type TextField = HTMLInputElement | HTMLSelectElement;

export class TryValues {
  readonly #form: HTMLFormElement;
  readonly #body: HTMLTextAreaElement | null;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#body = form.querySelector('textarea[name="body"]');
  }

  /** Names that still stand for a value; what is computed when it is sent does not. */
  #left(): string[] {
    const names = new Set(this.#body?.value.match(/\$[A-Z_]+/g));
    return [...names].filter((name) => name !== '$NEW_KEY' && name !== '$TODAY');
  }

  sayWhatIsLeft(): void {
    const names = this.#left();
    if (names.length === 0) this.refuseBody('');
    const replacement = names.length > 1 ? 'your own values' : 'your own value';
    findOne('#try-body-hint').textContent =
      names.length > 0
        ? `JSON. Replace ${names.join(' and ')} with ${replacement}.`
        : 'JSON. Change it as you like.';
  }

  /** Whether something is left to replace, which is said at the field. */
  isSomethingLeft(): boolean {
    const names = this.#left();
    this.refuseBody(names.length > 0 ? `Replace ${names.join(' and ')} first: nothing was sent.` : '');
    if (names.length > 0) this.#body?.focus();
    return names.length > 0;
  }

  refuseBody(text: string): void {
    if (!this.#body) return;
    findOne('#try-body-wrong').textContent = text;
    if (text) this.#body.setAttribute('aria-invalid', 'true');
    else this.#body.removeAttribute('aria-invalid');
  }

  /** What follows from data that was read: of a list, from an entry that is not chosen above. */
  followingValue({ position, value }: FollowingValue, found: unknown): string | undefined {
    const chosen = findAll<TextField>('[data-in="path"]', this.#form).map((input) => input.value);
    const of =
      position === undefined
        ? found
        : (found as ReadResource[]).filter(({ id }) => !chosen.includes(id ?? ''))[position];
    return value
      .split('.')
      .reduce<unknown>((part, name) => part && (part as Record<string, unknown>)[name], of) as
      string | undefined;
  }

  /** Offers values for an id, each with the name of what it is the id of. */
  propose(input: HTMLInputElement, found: readonly ReadResource[]): void {
    const list = newElement('datalist', { id: `${input.id}-values` });
    for (const one of found) {
      const name = one['name'] || one['title'] || one['slug'];
      const label = [one['reference'], name].filter(Boolean).join(' ');
      list.append(newElement('option', { value: String(one[input.dataset.value!]), label }));
    }
    byId(list.id)?.remove();
    this.#form.append(list);
    input.setAttribute('list', list.id);
    this.nameChosen(input);
  }

  /** An id says nothing to people: what it belongs to is said below its field. */
  nameChosen(input: TextField): void {
    const place = input.parentElement!;
    let name = place.querySelector('.chosen');
    if (!name) {
      name = newElement('p', { className: 'hint chosen' });
      name.setAttribute('role', 'status');
      place.append(name);
    }
    name.textContent = labelOf(input);
  }

  /** What is asked before something is deleted, such as “Delete a story: ENG-44 Export a sprint as CSV?” */
  question(): string {
    const last = findAll<TextField>('[data-in="path"][data-list]', this.#form).at(-1);
    const name = last && (labelOf(last) || last.value);
    return `${findOne('h1').textContent.trim()}${name ? `: ${name}` : ''}?`;
  }
}

/** A body with what is computed; the same key of a request gives the same keys in it. */
export function computedBody(body: string, key: string): string {
  let count = 0;
  const today = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  return body.replace(/\$NEW_KEY\b/g, () => `${key}-${++count}`).replace(/\$TODAY\b/g, today);
}

function labelOf(input: TextField): string {
  const options = byId<HTMLDataListElement>(`${input.id}-values`)?.options ?? [];
  return [...options].find(({ value }) => value === input.value)?.label ?? '';
}
