import { newElement } from '../../kernel/html/scripts/dom.ts';

const OFFERED_MAX = 6;

/** Offers names to write in a text that has the focus, unless they are offered already. */
export function offerNames(field: unknown): void {
  if (!(field instanceof HTMLTextAreaElement) || field.dataset.names === undefined) return;
  if (field.nextElementSibling?.id === 'names') return;
  suggestNames(field, JSON.parse(field.dataset.names) as string[]);
}

/** Says to assistive technology where the names of a field are. */
export function describeNamesField(field: HTMLElement): void {
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', 'names');
}

function suggestNames(field: HTMLTextAreaElement, names: readonly string[]): void {
  const list = newElement('ul', { id: 'names', className: 'choices plain', hidden: true });
  list.dataset.own = '';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', field.dataset.people ?? '');
  field.after(list);
  describeNamesField(field);
  let chosen = 0;

  /** What was typed after the last at sign; undefined if the cursor is in no name. */
  const typed = (): string | undefined =>
    /(?:^|\s)@([^@\n]{0,40})$/.exec(field.value.slice(0, field.selectionStart))?.[1];

  function choose(place: number): void {
    chosen = place;
    [...list.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === chosen)));
    const option = list.children[chosen];
    if (list.hidden || !option) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', option.id);
  }
  function close(): void {
    list.hidden = true;
    list.replaceChildren();
    choose(0);
  }
  function offer(): void {
    const part = typed();
    close();
    if (part === undefined) return;
    const start = ` ${part.toLowerCase()}`;
    const found = names.filter((name) => name !== part && ` ${name.toLowerCase()}`.includes(start));
    const options = found.slice(0, OFFERED_MAX).map((name, at) => {
      const option = newElement('li', { id: `name-${at}`, textContent: name, dir: 'auto' });
      option.setAttribute('role', 'option');
      return option;
    });
    list.append(...options);
    list.hidden = options.length === 0;
    choose(0);
  }
  function take(name: string): void {
    const end = field.selectionStart;
    field.setRangeText(`${name} `, end - (typed() ?? '').length, end, 'end');
    close();
  }

  field.addEventListener('input', offer);
  field.addEventListener('blur', close);
  list.addEventListener('mousedown', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLLIElement) take(event.target.textContent);
  });
  field.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const count = list.children.length;
    if (event.key === 'ArrowDown') choose((chosen + 1) % count);
    else if (event.key === 'ArrowUp') choose((chosen - 1 + count) % count);
    else if ((event.key === 'Enter' || event.key === 'Tab') && isPlain)
      take(list.children[chosen]?.textContent ?? '');
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
}
