import { byId, fetchPage, findAll, findOne, parsePage } from '../../kernel/html/scripts/dom.ts';

// Ideas that are like the title that is being written: the page with that title has them.
const WAIT_MS = 400;

/** Whether a title says enough to search for others like it. */
const isSearchable = (title: string): boolean => title.length >= 8 || title.split(/\s+/).length >= 3;

/** The ideas on the page with a title; null where it has none, or there is no connection. */
async function findSimilar(title: string): Promise<HTMLElement | null> {
  try {
    const response = await fetchPage(`${location.pathname}?${new URLSearchParams({ title })}`);
    return response.ok ? parsePage(await response.text()).querySelector('[data-similar]') : null;
  } catch {
    return null;
  }
}

function suggestFor(field: HTMLInputElement, place: HTMLElement): void {
  let searched = field.defaultValue.trim();
  let isSearching = false;
  let waiting: number | undefined;

  function show(found: HTMLElement | null): void {
    const count = found?.querySelector('p')?.textContent ?? '';
    const shown = findOne('p', place);
    // The same number is not said again.
    if (shown.textContent !== count) shown.textContent = count;
    findOne('ul', place).replaceChildren(...(found ? findAll('li', found) : []));
  }
  async function search(): Promise<void> {
    const title = field.value.trim();
    if (isSearching || title === searched) return;
    searched = title;
    if (!isSearchable(title)) return show(null);
    isSearching = true;
    const found = await findSimilar(title);
    isSearching = false;
    show(found);
    return search();
  }
  field.addEventListener('input', () => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(search, WAIT_MS);
  });
}

const place = document.querySelector<HTMLElement>('[data-similar]');
const field = byId<HTMLInputElement>('title');
if (place && field) suggestFor(field, place);
