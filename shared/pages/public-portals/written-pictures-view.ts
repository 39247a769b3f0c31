import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** What a form for a text says of pictures where no script adds them. */
export const picturesLater = (t: PageTexts): Html =>
  html`<span class="later">${t.text('picture.later')}</span>`;

/** The part of such a form in which a script takes pictures, which it adds once the text has been posted. */
export function writtenPictures(t: PageTexts): Html {
  const texts = {
    alt: t.text('picture.altOptional'),
    remove: t.text('picture.remove'),
    bad: t.text('picture.damaged'),
    // The script puts the name of a file there.
    refused: t.text('picture.refused', { name: '{name}' }),
    chosen: t.text('picture.chosen', { name: '{name}' }),
    tooMany: t.text('picture.tooMany'),
    sending: t.text('picture.uploading'),
    failed: t.text('picture.failed'),
  };
  return html`<div class="pictures" data-pictures="${JSON.stringify(texts)}" hidden>
    <ul class="plain"></ul>
    <button type="button" class="button quiet">${t.text('picture.add')}</button>
    <input type="file" accept="image/png,image/jpeg,image/webp" multiple hidden />
    <p class="hint" data-said>${t.text('picture.drop')}</p>
  </div>`;
}
