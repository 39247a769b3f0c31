import { byId, closestTo, findAll, findOne } from '../../kernel/html/scripts/dom.ts';

// Cards are dragged onto another column, as the menu of each does with a button for it.
let dragged: HTMLElement | null = null;

function prepare(page: ParentNode): void {
  for (const card of findAll('.board .mini:has(.move)', page)) card.draggable = true;
  for (const link of findAll('a.move', page)) link.role = 'button';
}
prepare(document);
document.addEventListener('merging', ({ detail }) => prepare(detail));

/** Puts the menu that there is for all cards into the one that it is for. */
function menuIn(card: HTMLElement): HTMLDetailsElement {
  const all = byId('card-menu')!;
  const menu = findOne('details', all).cloneNode(true) as HTMLDetailsElement;
  const now: Readonly<Record<string, string | undefined>> = {
    ...card.dataset,
    status: card.closest<HTMLElement>('[data-status]')?.dataset.status,
  };
  menu.dataset.own = '';
  findOne('summary', menu).ariaLabel = findOne('a.move, .move > summary', card).ariaLabel;
  for (const button of findAll<HTMLButtonElement>('button', menu)) {
    const isNow = button.value === (now[button.name] || 'none');
    button.setAttribute('formaction', `${all.dataset.path}/${card.id.slice('story-'.length)}`);
    if (isNow && /^(status|assignee)$/.test(button.name)) button.remove();
    else if (isNow) button.ariaCurrent = 'true';
  }
  for (const old of findAll('details.move', card)) old.remove();
  return card.appendChild(menu);
}

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

function mark(lane: HTMLElement | null): void {
  for (const other of findAll('.board .lane')) other.classList.toggle('over', other === lane);
}

/** The button of the dragged card that moves it to a lane; null where it has none. */
function buttonFor(lane: HTMLElement | null): HTMLButtonElement | null {
  if (!dragged || !lane) return null;
  const menu = dragged.querySelector('details.move') ?? menuIn(dragged);
  return menu.querySelector(`button[name="status"][value="${lane.dataset.status}"]`);
}

const laneOf = (event: Event): HTMLElement | null => closestTo(event, '.board .lane');

document.addEventListener('dragstart', (event) => {
  const card = closestTo(event, '.board .mini[draggable]');
  if (!card || !event.dataTransfer) return;
  dragged = card;
  card.classList.add('dragged');
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', card.id);
});
document.addEventListener('dragend', () => {
  dragged?.classList.remove('dragged');
  dragged = null;
  mark(null);
});
document.addEventListener('dragover', (event) => {
  if (!dragged) return;
  const lane = laneOf(event);
  if (!buttonFor(lane)) return mark(null);
  event.preventDefault();
  mark(lane);
});
document.addEventListener('drop', (event) => {
  const button = buttonFor(laneOf(event));
  if (!button) return;
  event.preventDefault();
  button.click();
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
