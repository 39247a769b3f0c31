import { findOne, newElement } from '../../kernel/html/scripts/dom.ts';

/** Closes all folds around an element. */
export function close(within: Element | null): void {
  for (let fold = within?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = false;
}

/** Moves a card at once to the lane of a button; returns what moves it back. */
export function moveCard(id: string | undefined, button: HTMLButtonElement | null): () => void {
  const card = id === undefined ? null : document.getElementById(id);
  const lane = card && button && document.querySelector(`.board .lane[data-status="${button.value}"]`);
  if (!lane) return () => undefined;
  const { parentNode, nextSibling } = card;
  let list = lane.querySelector('ul');
  if (!list) {
    list = newElement('ul', { className: 'plain' });
    findOne('h2', lane).after(list);
  }
  close(button);
  list.prepend(card);
  return () => {
    if (!parentNode?.isConnected) document.dispatchEvent(new CustomEvent('stale'));
    else parentNode.insertBefore(card, nextSibling?.parentNode === parentNode ? nextSibling : null);
  };
}
