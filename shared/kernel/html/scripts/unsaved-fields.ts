import { findAll } from './dom.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

// A form is sent once: a second click, or the Enter key, waits for the answer, or for some seconds.
const SENDING_MS = 8_000;
let sent: HTMLFormElement | null = null;
function release(): void {
  sent = null;
}
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.getAttribute('method') !== 'post' || form.hasAttribute('target')) return;
  if (form === sent) event.preventDefault();
  // Once it is known whether another script sends it in the browser's place.
  setTimeout(() => {
    if (event.defaultPrevented) return;
    sent = form;
    setTimeout(release, SENDING_MS);
  });
});
// A page that the browser has kept is shown again.
window.addEventListener('pageshow', release);

// What is written in an update, or at length by a visitor, is lost with its page: browsers ask before they leave it.
document.addEventListener('input', ({ target: field }) => {
  if (!isField(field) || !field.form) return;
  const { writes } = field.form.dataset;
  if (writes === 'update') field.form.dataset['unsaved'] = '';
  else if (writes && field instanceof HTMLTextAreaElement)
    field.form.toggleAttribute('data-unsaved', field.value !== field.defaultValue);
});
document.addEventListener('submit', () => {
  for (const element of findAll('[data-unsaved]')) element.removeAttribute('data-unsaved');
});

// So are the changed fields of a form that is not the one sent: of all that change something, but those of a sign-in, and
// those with a file, which another script sends.
const GUARDED = 'form[method="post"]:not([data-writes], [enctype], [action^="/sign-in"], [action^="/oauth"])';

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    if (!options.some(({ defaultSelected }) => defaultSelected)) return field.selectedIndex > 0;
    return options.some(({ selected, defaultSelected }) => selected !== defaultSelected);
  }
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  if (field.type === 'checkbox' || field.type === 'radio') {
    const box = field as HTMLInputElement;
    return box.checked !== box.defaultChecked;
  }
  const isFilled = field.type === 'hidden' || field.matches(':autofill');
  return !isFilled && field.value !== field.defaultValue;
}

const hasChanges = (form: HTMLFormElement): boolean => form !== sent && [...form.elements].some(isChanged);

window.addEventListener('beforeunload', (event) => {
  const isUnsaved = document.querySelector('[data-unsaved]') !== null;
  if (isUnsaved || findAll<HTMLFormElement>(GUARDED).some(hasChanges)) event.preventDefault();
});
