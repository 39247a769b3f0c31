import {
  closestTo,
  fetchPage,
  findAll,
  findOne,
  newElement,
  parsePage,
} from '../../kernel/html/scripts/dom.ts';

// Results while typing, to choose from with the arrow keys; the form works without them.
const WAIT_MS = 200;
const SHOWN_MAX = 7;

function suggestIn(search: HTMLFormElement): void {
  const input = search.elements.namedItem('q') as HTMLInputElement;
  const hints = newElement('div', { id: 'hints', className: 'hints', hidden: true });
  hints.setAttribute('role', 'listbox');
  hints.setAttribute('aria-label', 'Results');
  const count = newElement('p', { className: 'copied' });
  count.setAttribute('role', 'status');
  const key = newElement('kbd', { className: 'key', textContent: '/' });
  key.setAttribute('aria-hidden', 'true');
  search.append(hints, count, key);
  let pending: number | undefined;
  let running: AbortController | undefined;
  let chosen: HTMLAnchorElement | undefined;

  function choose(option: HTMLAnchorElement | undefined): void {
    chosen?.removeAttribute('aria-selected');
    chosen = option;
    if (!option) return input.removeAttribute('aria-activedescendant');
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  }

  /** Chooses the next option, or the one before; past the last comes the first. */
  function moveBy(step: 1 | -1): void {
    const options = findAll<HTMLAnchorElement>('[role="option"]', hints);
    const from = chosen ? options.indexOf(chosen) : step > 0 ? -1 : 0;
    choose(options.at((from + step) % Math.max(1, options.length)));
  }

  function show(options: readonly HTMLAnchorElement[]): void {
    hints.replaceChildren(...options);
    hints.hidden = options.length === 0;
    options.forEach((option, at) => (option.id = `hint-${at}`));
    input.setAttribute('aria-expanded', String(options.length > 0));
    choose(undefined);
  }

  async function suggest(): Promise<void> {
    running = new AbortController();
    const address = `/docs/find?${new URLSearchParams({ q: input.value })}`;
    const response = await fetchPage(address, { signal: running.signal });
    const page = parsePage(response.ok ? await response.text() : '');
    const found = findAll('.found > li', page)
      .slice(0, SHOWN_MAX)
      .map((row) => optionOf(findOne<HTMLAnchorElement>('a', row), row.querySelector('.quiet')));
    count.textContent = found.length > 0 ? `${found.length} results` : 'Nothing found';
    if (found.length > 0) found.push(optionOf(linkToAll(page, address)));
    show(found);
    if (found.length > 0) return;
    hints.textContent = 'Nothing found';
    hints.hidden = false;
  }

  input.setAttribute('autocomplete', 'off');
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', 'hints');
  input.setAttribute('aria-keyshortcuts', '/ Control+K');
  show([]);
  input.addEventListener('input', () => {
    window.clearTimeout(pending);
    running?.abort();
    if (input.value.trim().length < 2) return show([]);
    // Another letter is typed, or there is no connection: the button still searches.
    pending = window.setTimeout(() => suggest().catch(() => undefined), WAIT_MS);
  });
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show([]);
    else if (event.key === 'ArrowDown') moveBy(1);
    else if (event.key === 'ArrowUp') moveBy(-1);
    else if (event.key === 'Enter' && chosen) window.location.assign(chosen.href);
    else return;
    if (event.key !== 'Escape' || input.value === '') event.preventDefault();
  });
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !search.contains(relatedTarget)) show([]);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = closestTo(event, 'input, textarea, select, [contenteditable]') !== null;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const isSlash = event.key === '/' && isPlain && !isTyping;
    if (!isSlash && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function linkToAll(page: Document, href: string): HTMLAnchorElement {
  const textContent = `All results for \u201c${findOne('main strong', page).textContent}\u201d`;
  return newElement('a', { className: 'all', href, textContent });
}

/** A result to choose: its link, and the page that it is on. */
function optionOf(link: HTMLAnchorElement, page: Element | null = null): HTMLAnchorElement {
  const title = newElement('span', {}, [...document.importNode(link, true).childNodes]);
  const option = newElement('a', { className: link.className, tabIndex: -1 }, [title]);
  option.setAttribute('href', link.getAttribute('href') ?? '');
  option.setAttribute('role', 'option');
  if (page) option.append(' ', document.importNode(page, true));
  return option;
}

const search = document.querySelector<HTMLFormElement>('form[role="search"]');
if (search) suggestIn(search);
