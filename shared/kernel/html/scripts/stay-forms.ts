import { closestTo, findAll, formDataOf, newElement } from './dom.ts';
import { announce, ConnectionLost, loadPage } from './status.ts';

function clearNotes(): void {
  for (const note of findAll('.lost')) note.remove();
}

function newNote(text: string | undefined): HTMLElement {
  clearNotes();
  const note = newElement('p', { className: 'wrong lost', textContent: text ?? '' });
  note.setAttribute('role', 'alert');
  return note;
}

// Without a connection, a browser would show a page of its own in the place of what was written.
document.addEventListener(
  'submit',
  (event) => {
    const { submitter } = event;
    const page = closestTo(event, '[data-lost]');
    const form = event.target as HTMLFormElement;
    if (navigator.onLine || !page || !submitter || form.dataset['stay']) return;
    event.preventDefault();
    event.stopPropagation();
    (submitter.closest('.send') ?? submitter).before(newNote(page.dataset['lost']));
  },
  true,
);

// Buttons that change no more than themselves leave the page as it is.
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const { submitter: button } = event;
  if (!form.dataset['stay'] || !(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  if (form.ariaBusy) return;
  form.ariaBusy = 'true';
  clearNotes();
  send(form, button).catch((error: unknown) => {
    form.ariaBusy = null;
    if (error instanceof ConnectionLost) return sayLost(form);
    // The page that answers says what is wrong.
    delete form.dataset['stay'];
    form.requestSubmit(button);
  });
});

async function send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const data = formDataOf(form, button);
  // A list may come in another order with the vote: the answer is the page of the idea, which always has its button.
  const isListed = data.has('back');
  data.delete('back');
  const place = findAll('button', form).indexOf(button);
  const page = await loadPage(form.action, { method: 'POST', body: data });
  const changed = page.querySelector(`form[action="${form.getAttribute('action')}"]`);
  const now = changed && findAll('button', changed)[place];
  if (!now) throw new Error('The page that answered has no such form.');
  if (isListed) button.replaceWith(now);
  else form.replaceWith(changed);
  form.ariaBusy = null;
  now.focus();
  const note = page.querySelector('.thanks');
  if (note) announce(note.textContent);
}

/** Says next to a button that it changed nothing, since there is no connection; it can be tried again there. */
function sayLost(form: HTMLFormElement): void {
  const place = form.parentElement?.matches('.item') ? form.nextElementSibling : form;
  place?.prepend(newNote(form.dataset['stay']));
}
