import { byId, closestTo, findAll, newElement } from '../../kernel/html/scripts/dom.ts';
import { menuIn, storyIn } from './card-menu.ts';

// Cards are dragged to another place of their column, or onto another one, as the menu of each does with buttons for it.
let dragged: HTMLElement | null = null;
let menu: HTMLElement | null = null;

/** Where the dragged card would be dropped, and the button of its menu that moves it there. */
interface Target {
  lane: HTMLElement;
  button: HTMLButtonElement;
  /** The card that it comes to stand next to, and on which side. */
  neighbor: HTMLElement | undefined;
  side: 'before' | 'after';
}

/** Null where the card cannot be dropped, or stands already. */
function targetOf(event: DragEvent): Target | null {
  const lane = closestTo(event, '.board .lane');
  if (!dragged || !lane) return null;
  const isSame = lane.contains(dragged);
  const cards = lane.matches('[data-ranked]')
    ? findAll('.mini', lane).filter((card) => card !== dragged)
    : [];
  const isAbove = (card: HTMLElement): boolean => {
    const { top, height } = card.getBoundingClientRect();
    return event.clientY < top + height / 2;
  };
  // The space below the cards of another lane is all of that lane.
  const next = cards.find(isAbove);
  const neighbor = next ?? (isSame ? cards.at(-1) : undefined);
  const side = next ? 'before' : 'after';
  menu ??= menuIn(dragged);
  const button = menu.querySelector<HTMLButtonElement>(
    isSame ? 'button[name="rank"]' : `button[name="status"][value="${lane.dataset.status}"]`,
  );
  const { nextElementSibling: below } = dragged;
  const stands = isSame && (!neighbor || (next ? below === next : !below));
  return button && !stands ? { lane, button, neighbor, side } : null;
}

function mark(target: Target | null): void {
  for (const lane of findAll('.board .lane')) lane.classList.toggle('over', lane === target?.lane);
  for (const card of findAll('.board .mini'))
    for (const side of ['before', 'after'] as const)
      card.classList.toggle(side, card === target?.neighbor && side === target.side);
}

/** Presses the button of a place, with the card that the dragged one comes to stand next to. */
function press({ button, neighbor, side }: Target): void {
  const rank = neighbor && `${side} ${storyIn(neighbor)}`;
  if (button.name === 'rank' && rank) button.value = rank;
  const field = newElement('input', { type: 'hidden', name: 'rank', value: rank ?? '' });
  if (button.name !== 'rank' && rank) byId('card-form')?.append(field);
  button.click();
  field.remove();
}

document.addEventListener('dragstart', (event) => {
  const card = closestTo(event, '.board .mini[draggable]');
  if (!card || !event.dataTransfer) return;
  dragged = card;
  menu = null;
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
  const target = targetOf(event);
  if (target) event.preventDefault();
  mark(target);
});
document.addEventListener('drop', (event) => {
  const target = targetOf(event);
  if (!target) return;
  event.preventDefault();
  press(target);
});
