import { byId, findAll } from './dom.ts';

// Buttons that copy a text: without a clipboard, it is selected.
const COPIED_MS = 3_000;

for (const button of findAll<HTMLButtonElement>('button[data-copy]')) {
  const source = byId(button.dataset['copy']);
  const text = button.textContent;
  if (!source) continue;
  button.hidden = false;
  button.addEventListener('click', () => {
    getSelection()?.selectAllChildren(source);
    // Undefined on pages without a secure connection.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    void clipboard?.writeText(source.textContent).then(() => {
      button.textContent = button.dataset['copied'] ?? text;
      setTimeout(() => (button.textContent = text), COPIED_MS);
    });
  });
}
