import {
  fetchPage,
  findAll,
  findOne,
  formDataOf,
  newElement,
  parsePage,
} from '../../kernel/html/scripts/dom.ts';
import { addPictures, allChosen, altOf, chosen, forgetChosen } from './chosen-pictures.ts';
import { drawnWithin } from './picture-canvas.ts';
import { setUpPictureField } from './picture-field.ts';

// Pictures that are chosen, pasted or dropped while writing are added once the text has been posted. So is the cover of an
// update, which is published only when it has them all.
const PREVIEW_PIXELS = 1_280;

/** Shows a page that answers a form in the place of the page with the form. */
function show(page: Document): void {
  const main = findOne('main', page);
  // What is for pages without scripts would be fields of its forms.
  for (const without of findAll('noscript', main)) without.remove();
  document.title = page.title;
  findOne('main').replaceWith(main);
  for (const field of findAll('[data-pictures]', main)) setUpPictureField(field);
  const preview = main.querySelector<HTMLElement>('[data-preview]');
  if (preview) completePreview(preview);
  window.scrollTo(0, 0);
  (main.querySelector<HTMLElement>('[autofocus]') ?? main).focus();
}

/** Shows in a preview what is not sent yet where it will be: the cover in its place, pictures at the end of the text. */
function completePreview(preview: HTMLElement): void {
  const text = findOne('.prose', preview);
  if (chosen.cover.length > 0) preview.querySelector('img.cover')?.remove();
  for (const picture of allChosen()) {
    const place = newElement('p');
    text[picture.kind === 'cover' ? 'before' : 'append'](place);
    void createImageBitmap(picture.file).then((image) => {
      const canvas = drawnWithin(image, PREVIEW_PIXELS);
      canvas.role = 'img';
      canvas.ariaLabel = altOf(picture) || picture.name;
      if (picture.kind === 'picture') return place.append(canvas);
      canvas.className = 'cover';
      place.replaceWith(canvas);
    });
  }
}

/** After a text was posted, adds its pictures and goes to it; or to the page that says which of them it did not take. */
async function addToText(url: URL, token: string): Promise<void> {
  const said = url.searchParams.get('said');
  const written = `${url.pathname}${said ? `/comments/${said}` : ''}/picture`;
  const refusals = await addPictures(written, token);
  if (!refusals) return location.assign(`${url.pathname}${url.search}${said ? `#comment-${said}` : ''}`);
  // That page takes a picture once more.
  location.assign(`${written}?${refusals}`);
}

/** Adds its pictures to an update that is stored, and publishes it if all of them could be added. */
async function addToUpdate(url: URL, token: string, isPublished: boolean): Promise<void> {
  const refusals = await addPictures(`${url.pathname}/picture`, token);
  if (refusals) return location.assign(`${url.pathname}?${refusals}`);
  if (!isPublished) return location.assign(url.href);
  const body = new URLSearchParams({ form_token: token, do: 'publish-stored' });
  const response = await fetchPage(url.pathname, { method: 'POST', body });
  if (response.redirected) return location.assign(response.url);
  show(parsePage(await response.text()));
}

async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const data = formDataOf(form, button);
  const token = data.get('form_token') ?? '';
  const isUpdate = form.dataset.writes === 'update';
  const isPublished = data.get('do') === 'publish';
  if (isUpdate && isPublished) data.set('do', 'save');
  const response = await fetchPage(form.action, { method: 'POST', body: data });
  const url = new URL(response.url);
  if (url.searchParams.has('said') || url.searchParams.has('thanks')) return addToText(url, token);
  if (isUpdate && url.searchParams.has('done')) return addToUpdate(url, token, isPublished);
  if (!response.redirected) return show(parsePage(await response.text()));
  // Signed out meanwhile: the text goes along with the sign-in, as it does without this script.
  if (isUpdate) nameUnsent(form);
  forgetChosen();
  form.requestSubmit(button);
}

function nameUnsent(form: HTMLFormElement): void {
  const value = allChosen()
    .map(({ name }) => name)
    .join(', ');
  form.append(newElement('input', { type: 'hidden', name: 'unsent', value }));
}

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const button = event.submitter;
  const isCancelled = button instanceof HTMLButtonElement && button.name === 'cancel';
  if (!form.dataset.writes || allChosen().length === 0 || isCancelled) return;
  event.preventDefault();
  if (form.ariaBusy) return;
  form.ariaBusy = 'true';
  form.dispatchEvent(new CustomEvent('sending'));
  send(form, button).catch(() => {
    form.ariaBusy = null;
    form.dataset.unsaved = '';
    form.dispatchEvent(new CustomEvent('failed'));
  });
});

for (const field of findAll('[data-pictures]')) setUpPictureField(field);
