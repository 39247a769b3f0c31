import { byId, closestTo, findAll, findOne } from '../../kernel/html/scripts/dom.ts';
import { menuIn } from './card-menu.ts';
import './board-keys.ts';
import './drag-card.ts';

function prepare(page: ParentNode): void {
  for (const card of findAll('.board .mini:has(.move)', page)) card.draggable = true;
  for (const link of findAll('a.move', page)) link.role = 'button';
}
prepare(document);
document.addEventListener('merging', ({ detail }) => prepare(detail));

function openMenu(event: Event): void {
  const opener = closestTo(event, 'a.move, details.move > summary');
  const card = opener?.closest<HTMLElement>('.mini');
  if (!opener || !card || opener.closest('details[open]')) return;
  event.preventDefault();
  // The same click does not close it.
  event.stopImmediatePropagation();
  closeMenus(event);
  const menu = menuIn(card);
  menu.open = true;
  findOne('summary', menu).focus();
}
document.addEventListener('click', openMenu);
document.addEventListener('keydown', (event) => {
  if (event.key === ' ' && closestTo(event, 'a.move') === event.target) openMenu(event);
});

// The form for a new story takes the cursor, and is closed by Cancel or Escape.
function setNew(fresh: HTMLDetailsElement, isOpen: boolean): void {
  fresh.open = isOpen;
  (isOpen ? byId('new-title') : findOne('summary', fresh))?.focus();
}
const newFormOf = (event: Event) => closestTo<HTMLDetailsElement>(event, 'details.new');
document.addEventListener('click', (event) => {
  const fresh = newFormOf(event);
  const pressed = closestTo(event, 'summary, .cancel');
  if (!fresh || !pressed || !fresh.contains(pressed)) return;
  if (pressed.matches('summary') && pressed !== fresh.firstElementChild) return;
  event.preventDefault();
  setNew(fresh, !fresh.open);
});
document.addEventListener('keydown', (event) => {
  const fresh = event.key === 'Escape' ? newFormOf(event) : null;
  if (fresh?.open) setNew(fresh, false);
});

// Menus close as others do.
function closeMenus(event: Event): void {
  for (const menu of findAll<HTMLDetailsElement>('details.menu[open], details.move[open]')) {
    if (event.type === 'click' && menu.contains(event.target as Node)) continue;
    if (event.type === 'keydown' && menu.contains(document.activeElement)) findOne('summary', menu).focus();
    menu.open = false;
  }
}
document.addEventListener('click', closeMenus);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeMenus(event);
});
