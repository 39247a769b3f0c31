import { findAll, findOne, newElement } from '../../kernel/html/scripts/dom.ts';

/** Closes all folds around an element. */
export function close(within: Element | null): void {
  for (let fold = within?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = false;
}

/** The list of the cards of a lane, which one without cards does not have yet. */
function listIn(lane: Element): Element {
  const list = lane.querySelector('ul') ?? newElement('ul', { className: 'plain' });
  if (!list.isConnected) findOne('h2', lane).after(list);
  return list;
}

/**
 * Moves a card at once to where a form that is sent puts it: to the lane of its status, and before or after another card of
 * that. Returns what moves it back.
 */
export function moveCard(id: string | undefined, sent: URLSearchParams): () => void {
  const card = id === undefined ? null : document.getElementById(id);
  const [status, rank] = [sent.get('status'), sent.get('rank')];
  const lane = status ? document.querySelector(`.board .lane[data-status="${status}"]`) : card?.parentElement;
  if (!card || !lane || !(status ?? rank)) return () => undefined;
  const { parentNode, nextSibling } = card;
  const isFocused = card.contains(document.activeElement);
  const [where, next] = rank?.split(' ') ?? [];
  const neighbor = next && document.getElementById(`story-${next}`);
  for (const menu of findAll<HTMLDetailsElement>('details', card)) close(menu);
  if (neighbor && lane.contains(neighbor)) neighbor[where === 'after' ? 'after' : 'before'](card);
  else if (status) listIn(lane).prepend(card);
  else lane.prepend(card);
  // A card that has moved has lost it.
  if (isFocused) card.querySelector<HTMLElement>('details.move > summary')?.focus({ preventScroll: true });
  return () => {
    if (!parentNode?.isConnected) document.dispatchEvent(new CustomEvent('stale'));
    else parentNode.insertBefore(card, nextSibling?.parentNode === parentNode ? nextSibling : null);
  };
}
