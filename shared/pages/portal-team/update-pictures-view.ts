import { pictureTexts } from '../portal/written-pictures-view.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { addresses } from '../portal/addresses.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { ALT_MAX_CHARACTERS } from '../portal/picture-form-view.ts';
import {
  checkField,
  imageField,
  imageForm,
  textField,
  type FormBinding,
  type Problem,
} from '../kit/form-view.ts';

/** The box of the form that takes the stored cover away. */
export const NO_COVER = 'removeCover';

interface Cover {
  t: PageTexts;
  /** Where a form with the cover's file is sent to. */
  action: string;
  coverUrl: string | null;
  /** Whether the form has taken the stored cover away. */
  isRemoved: boolean;
  problem: Problem | undefined;
}

/**
 * The cover of an update, in the form of its texts: a script shows the one that is chosen and sends it once the texts are
 * stored; without one, a button sends the file with the texts.
 */
export const coverField = ({ t, action, coverUrl, isRemoved, problem }: Cover): Html =>
  html`<fieldset>
    <legend>${t.text('updates.coverTitle')}</legend>
    <div class="pictures cover-picture" data-kind="cover" data-pictures="${coverTexts(t)}" hidden>
      <ul class="plain"></ul>
      ${coverUrl !== null && html`<div data-replaced>${storedCover(t, coverUrl)}</div>`}
      <button type="button" class="button quiet">
        ${t.text(coverUrl === null ? 'updates.addCover' : 'updates.changeCover')}
      </button>
      <input type="file" accept="image/png,image/jpeg,image/webp" hidden />
      <p class="hint" data-said>${t.text('updates.coverHint')}</p>
    </div>
    <noscript>
      ${coverUrl !== null && storedCover(t, coverUrl)}
      ${imageField('cover', { t, upload: undefined, problem, isOptional: true })}
      <button
        type="submit"
        class="button quiet"
        name="do"
        value="cover"
        formaction="${action}"
        formenctype="multipart/form-data"
      >
        ${t.text('updates.uploadCover')}
      </button>
    </noscript>
    ${coverUrl !== null && checkField('remove-cover', t.text('updates.removeCover'), NO_COVER, isRemoved)}
  </fieldset>`;

const storedCover = (t: PageTexts, url: string): Html =>
  html`<img class="cover" src="${new URL(url).pathname}" alt="${t.text('updates.coverAlt')}" />`;

const coverTexts = (t: PageTexts): string =>
  pictureTexts(t, { alt: '', chosen: t.text('updates.coverChosen', { name: '{name}' }) });

/** The form that adds a picture to the stored text where no script does it with the text. */
export const picturesLaterForm = (
  binding: FormBinding & { slug: string; problem: Problem | undefined },
  { slug, updatedAt }: FeedbackUpdate,
): Fragment => {
  const { t, problem } = binding;
  return html`<noscript>
    <section class="card sheet narrow part" aria-labelledby="pictures-title">
      <h2 id="pictures-title">${t.text('updates.pictures')}</h2>
      <p>${t.text('updates.picturesHint')}</p>
      ${imageForm(
        { ...binding, upload: undefined },
        addresses.manageUpdatePicture(binding.slug, slug),
        { do: 'picture', version: updatedAt },
        { name: 'picture', send: t.text('picture.add'), more: altField(t, problem) },
      )}
    </section>
  </noscript>`;
};

const altField = (t: PageTexts, problem: Problem | undefined): Html =>
  textField('alt', t.text('picture.altOptional'), {
    name: 'alt',
    problem,
    hint: t.text('picture.altHint'),
    max: ALT_MAX_CHARACTERS,
  });
