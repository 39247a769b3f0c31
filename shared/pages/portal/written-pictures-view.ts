import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** What a form for a text says of pictures where no script adds them. */
export const picturesLater = (t: PageTexts): Html =>
  html`<span class="later">${t.text('picture.later')}</span>`;

/** The words of the script that takes pictures, which puts the name of a file there. */
export const pictureTexts = (t: PageTexts, own: { alt: string; chosen: string }): string =>
  JSON.stringify({
    ...own,
    remove: t.text('picture.remove'),
    bad: t.text('picture.damaged'),
    refused: t.text('picture.refused', { name: '{name}' }),
    tooMany: t.text('picture.tooMany'),
    sending: t.text('picture.uploading'),
    failed: t.text('picture.failed'),
  });

/** The part of such a form in which a script takes pictures, which it adds once the text has been posted. */
export function writtenPictures(t: PageTexts): Html {
  const texts = pictureTexts(t, {
    alt: t.text('picture.altOptional'),
    chosen: t.text('picture.chosen', { name: '{name}' }),
  });
  return html`<div class="pictures" data-pictures="${texts}" hidden>
    <ul class="plain"></ul>
    <button type="button" class="button quiet">${t.text('picture.add')}</button>
    <input type="file" accept="image/png,image/jpeg,image/webp" multiple hidden />
    <p class="hint" data-said>${t.text('picture.drop')}</p>
  </div>`;
}
