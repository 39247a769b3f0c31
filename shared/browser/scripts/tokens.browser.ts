import { byId, findAll } from '../../kernel/html/scripts/dom.ts';
import { storeInTab } from './stored.ts';

// A program that changes something nearly always reads it first; the box for reading can be unticked.
for (const box of findAll<HTMLInputElement>('input[name^="scope:"][name$=":write"]')) {
  const [read] = findAll<HTMLInputElement>(`input[name="${box.name.replace(/:write$/, ':read')}"]`);
  box.addEventListener('change', () => {
    if (box.checked && read) read.checked = true;
  });
}

// The form of the operation finds the token where it stores what is pasted into it: in this tab.
for (const link of findAll<HTMLAnchorElement>('a[data-token]')) {
  link.addEventListener('click', () => {
    storeInTab('token', byId(link.dataset.token)?.textContent ?? '');
    storeInTab('workspace', link.dataset.workspace ?? '');
  });
}
