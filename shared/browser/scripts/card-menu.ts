import { byId, findAll, findOne } from '../../kernel/html/scripts/dom.ts';

/** The id of a card's story. */
export const storyIn = (card: HTMLElement): string => card.id.slice('story-'.length);

/** Whether a button can put a card elsewhere in its lane; adds which one it is put before or after. */
function aim(button: HTMLButtonElement, card: HTMLElement): boolean {
  const isDown = button.value === 'after';
  const neighbor = (isDown ? card.nextElementSibling : card.previousElementSibling) as HTMLElement | null;
  if (!neighbor || !card.closest('[data-ranked]')) return false;
  if (button.value !== 'first') button.value += ` ${storyIn(neighbor)}`;
  return true;
}

/** Puts the menu that there is for all cards into the one that it is for. */
export function menuIn(card: HTMLElement): HTMLDetailsElement {
  const all = byId('card-menu')!;
  const menu = findOne('details', all).cloneNode(true) as HTMLDetailsElement;
  const now: Readonly<Record<string, string | undefined>> = {
    ...card.dataset,
    status: card.closest<HTMLElement>('[data-status]')?.dataset.status,
  };
  menu.dataset.own = '';
  findOne('summary', menu).ariaLabel = findOne('a.move, .move > summary', card).ariaLabel;
  for (const button of findAll<HTMLButtonElement>('button', menu)) {
    if (button.name === 'rank' && !aim(button, card)) button.remove();
    const isNow = button.value === (now[button.name] || 'none');
    button.setAttribute('formaction', `${all.dataset.path}/${storyIn(card)}`);
    if (isNow && /^(status|assignee)$/.test(button.name)) button.remove();
    else if (isNow) button.ariaCurrent = 'true';
  }
  for (const old of findAll('details.move', card)) old.remove();
  return card.appendChild(menu);
}
