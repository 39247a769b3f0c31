import { byId, closestTo } from './dom.ts';
import { localTimes } from './local-times.ts';
import { announce, loadPage } from './status.ts';

/** What the browser keeps of a page: the list that was continued, how often, and where the reader was in it. */
interface KeptPlace {
  list?: string;
  more?: number;
  top?: number;
}

const kept = (): KeptPlace => (window.history.state as KeptPlace | null) ?? {};

const keep = (place: KeptPlace): void => window.history.replaceState({ ...kept(), ...place }, '');

// Links that continue a list do so in place.
async function continueList(link: HTMLAnchorElement, list: HTMLElement): Promise<HTMLElement[]> {
  link.ariaBusy = 'true';
  const page = await loadPage(link.href);
  const more = page.getElementById(list.id)?.children ?? [];
  const rows = ([...more] as HTMLElement[]).filter(({ id }) => !document.getElementById(id));
  list[list.dataset['more'] === 'before' ? 'prepend' : 'append'](...rows);
  localTimes(list);
  const next = page.querySelector(`a[data-more="${list.id}"]`);
  if (next) link.replaceWith(next);
  else link.remove();
  return rows;
}

document.addEventListener('click', (event) => {
  const link = closestTo<HTMLAnchorElement>(event, 'a[data-more]');
  const list = byId(link?.dataset['more']);
  if (!link || !list) return;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (link.ariaBusy) return;
  continueList(link, list).then(
    (rows) => {
      keep({ list: list.id, more: (kept().list === list.id ? (kept().more ?? 0) : 0) + 1 });
      rows[0]?.focus();
      announce(link.dataset['done']);
    },
    () => location.assign(link.href),
  );
});

// Who comes back to such a page finds as many rows as they left, and their place.
async function restore(times: number): Promise<void> {
  const { list: id, top = 0 } = kept();
  const link = document.querySelector<HTMLAnchorElement>(`a[data-more="${id}"]`);
  const list = byId(link?.dataset['more']);
  if (times === 0 || !link || !list) return window.scrollTo({ top, behavior: 'instant' });
  await continueList(link, list);
  return restore(times - 1);
}

window.addEventListener('pagehide', () => {
  if (kept().more) keep({ top: window.scrollY });
});
const { more } = kept();
if (more) {
  window.history.scrollRestoration = 'manual';
  void restore(more);
}
