import { findOne, newElement } from '../../kernel/html/scripts/dom.ts';
import { chosen, type ChosenPicture, type PictureKind } from './chosen-pictures.ts';
import { fillThumbnail, newThumbnail } from './picture-canvas.ts';

/** The texts of a field for pictures; `{name}` stands for that of a file. */
interface FieldTexts {
  alt: string;
  remove: string;
  chosen: string;
  refused: string;
  bad: string;
  tooMany: string;
  sending: string;
  failed: string;
}

const PICTURES_MAX = 10;
const ALT_MAX_CHARACTERS = 200;

const withName = (text: string, name: string): string => text.replace('{name}', () => name);

/** Pasted pictures all have the same name, which gets a number. */
function uniqueNameOf(file: File, others: readonly ChosenPicture[]): string {
  let name = file.name;
  for (let number = 2; others.some((picture) => picture.name === name); number++)
    name = file.name.replace(/(\.\w+)?$/, ` (${number})$1`);
  return name;
}

/** Lets pictures be chosen, pasted and dropped while a form is written. */
export function setUpPictureField(field: HTMLElement): void {
  const texts = JSON.parse(field.dataset.pictures!) as FieldTexts;
  const kind: PictureKind = field.dataset.kind === 'cover' ? 'cover' : 'picture';
  const mine = chosen[kind];
  const form = field.closest('form')!;
  const list = findOne('ul', field);
  const input = findOne<HTMLInputElement>('input', field);
  const button = findOne<HTMLButtonElement>('button', field);
  const hint = findOne('[data-said]', field);
  const later = form.querySelector<HTMLElement>('.later');
  const replaced = field.querySelector<HTMLElement>('[data-replaced]');
  field.hidden = false;
  if (later) later.hidden = true;

  function say(text: string, isBad = false): void {
    hint.textContent = text;
    hint.className = isBad ? 'wrong' : 'hint';
    hint.setAttribute('role', isBad ? 'alert' : 'status');
  }
  const refuse = (name: string, why: string) => say(`${withName(texts.refused, name)} ${why}`, true);
  form.addEventListener('failed', () => {
    if (mine.length > 0) say(texts.failed, true);
  });
  form.addEventListener('sending', () => {
    if (mine.length > 0) say(texts.sending);
  });

  function draw(): void {
    list.replaceChildren(...mine.map(rowOf));
    if (replaced) replaced.hidden = mine.length > 0;
  }
  function rowOf(picture: ChosenPicture): HTMLElement {
    const { name } = picture;
    const remove = newElement('button', { type: 'button', className: 'link', textContent: texts.remove });
    remove.setAttribute('aria-label', `${texts.remove}: ${name}`);
    remove.addEventListener('click', () => {
      drop(picture);
      button.focus();
    });
    const title = newElement('bdi', { textContent: name });
    const alt = kind === 'picture' ? [altFieldOf(picture)] : [];
    return newElement('li', {}, [picture.thumbnail, title, remove, ...alt]);
  }
  function altFieldOf(picture: ChosenPicture): HTMLElement {
    const alt = newElement('input', {
      placeholder: texts.alt,
      maxLength: ALT_MAX_CHARACTERS,
      value: picture.alt,
    });
    alt.setAttribute('aria-label', `${picture.name}: ${texts.alt}`);
    alt.addEventListener('input', () => (picture.alt = alt.value));
    return alt;
  }
  function drop(picture: ChosenPicture): void {
    mine.splice(mine.indexOf(picture), 1);
    draw();
  }
  function choose(file: File): void {
    if (!/^image\/(png|jpeg|webp)$/.test(file.type)) return refuse(file.name, texts.bad);
    if (kind === 'cover') mine.length = 0;
    if (mine.length === PICTURES_MAX) return refuse(file.name, texts.tooMany);
    const thumbnail = newThumbnail(kind);
    const picture = { kind, file, name: uniqueNameOf(file, mine), alt: '', thumbnail };
    mine.push(picture);
    say(withName(texts.chosen, picture.name));
    // What cannot be shown here is refused before anything is posted.
    createImageBitmap(file).then(
      (image) => fillThumbnail(thumbnail, image),
      () => {
        if (!mine.includes(picture)) return;
        drop(picture);
        refuse(picture.name, texts.bad);
      },
    );
  }
  // Who pastes goes on writing.
  function add(files: Iterable<File>, isAskedFor = false): void {
    if (form.dataset.writes === 'update') form.dataset.unsaved = '';
    const before = mine.length;
    for (const file of files) choose(file);
    draw();
    const row = list.children[mine.length > before ? before : list.children.length - 1];
    if (isAskedFor) (row?.querySelector<HTMLElement>('input') ?? row?.querySelector('button'))?.focus();
  }

  button.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    add(input.files ?? [], true);
    input.value = '';
  });
  draw();
  if (kind === 'cover') return;
  form.addEventListener('paste', (event) => {
    const files = event.clipboardData?.files ?? [];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  form.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  form.addEventListener('drop', (event) => {
    const files = event.dataTransfer?.files ?? [];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
}
