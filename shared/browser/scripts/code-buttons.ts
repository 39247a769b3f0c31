import { findAll, findOne, newElement } from '../../kernel/html/scripts/dom.ts';

// Buttons that copy the examples of the documentation.
const COPIED_MS = 3_000;

/** The texts of the buttons, which a page of another language has. */
function textsOf(): { copy: string; copied: string } {
  const { copy = 'Copy', copied = 'Copied' } =
    document.querySelector<HTMLElement>('[data-copy]')?.dataset ?? {};
  return { copy, copied };
}

function addButtons(clipboard: Clipboard): void {
  const texts = textsOf();
  const status = newElement('p', { className: 'copied' });
  status.setAttribute('role', 'status');
  findOne('#content').append(status);
  for (const figure of findAll('figure')) {
    const code = figure.querySelector('pre code');
    const caption = figure.querySelector('figcaption');
    if (!code || !caption) continue;
    const button = newElement('button', { type: 'button', className: 'copy' });
    const show = (text: string): void => {
      button.textContent = text;
      button.setAttribute('aria-label', `${text}: ${caption.textContent.trim()}`);
    };
    const answer = (text: string): void => {
      button.textContent = text;
      status.textContent = text;
      setTimeout(() => {
        show(texts.copy);
        status.textContent = '';
      }, COPIED_MS);
    };
    show(texts.copy);
    button.addEventListener('click', () => {
      clipboard.writeText(code.textContent).then(
        () => answer(texts.copied),
        () => {
          getSelection()?.selectAllChildren(code);
          answer('Selected; copy with the keyboard');
        },
      );
    });
    figure.append(button);
  }
}

// Undefined on pages without a secure connection.
const clipboard = navigator.clipboard as Clipboard | undefined;
if (clipboard) addButtons(clipboard);
