import { byId, findAll } from '../../kernel/html/scripts/dom.ts';
import { readFromBrowser, storeInBrowser } from './stored.ts';

// Keys do what links and buttons of a board do. Who types without looking, or speaks, turns them off.
const areOff = () => readFromBrowser('keys') === 'off';

const titles = () => findAll('[data-status] .mini :is(h2, h3) a');

/** Goes on to the card that is so many after the one with the focus. */
function step(by: 1 | -1): void {
  const all = titles();
  const at = all.findIndex((title) => title.closest('.mini')?.contains(document.activeElement));
  const next = at < 0 ? all[0] : all[at + by];
  next?.focus();
}

function search(): void {
  const field = byId('search');
  const menu = field?.closest('details');
  if (menu) menu.open = true;
  field?.focus();
}

const acts: Readonly<Record<string, () => void>> = {
  '/': search,
  c: () => document.querySelector<HTMLElement>('.new:not([open]) > summary')?.click(),
  j: () => step(1),
  k: () => step(-1),
  '?': () => byId('keys')?.togglePopover(),
};

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
  if (!act || !byId('keys') || areOff()) return;
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  act();
});

function show(): void {
  for (const box of findAll<HTMLInputElement>('[data-keys]')) box.checked = !areOff();
}
show();
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('[data-keys]'))
    storeInBrowser('keys', target.checked ? 'on' : 'off');
});
