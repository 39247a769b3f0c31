import { csrfField } from '../session/form-fields-view.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { doneNote } from '../views/done-note-view.ts';
import { formNonceField } from '../kit/form-nonce-view.ts';
import { uploadAttribute, uploadProgress, type Upload } from '../kit/upload-view.ts';
import type { PortalView, PortalVisitor } from './layout-view.ts';

/** The longest text for what a picture shows. */
export const ALT_MAX_CHARACTERS = 200;

/** What a picture shows, as Markdown takes it: on one line, without brackets. */
export const altOf = (form: Form): string =>
  (form['alt'] ?? '')
    .replaceAll(/[[\]\\\s]+/g, ' ')
    .trim()
    .slice(0, ALT_MAX_CHARACTERS);

interface PictureForm {
  t: PageTexts;
  visitor: PortalVisitor;
  formNonce: string;
  /** Of this page, and of what the picture is added to. */
  path: string;
  backPath: string;
  alt: string | undefined;
  problem: PlainText | undefined;
  upload: Upload | undefined;
  /** The names of files that were refused while their text was posted, which is said too. */
  refused: readonly string[];
  posted: PlainText;
}

/** The form in which visitors add a picture to an idea or comment of theirs. */
export function pictureFormView(form: PictureForm): PortalView {
  const { t, visitor, formNonce, path, backPath, alt, problem, upload, refused, posted } = form;
  const isRefused = refused.length > 0;
  return {
    path,
    tab: 'feedback',
    isIndexed: false,
    uploadUrl: upload?.url,
    title: t.text('picture.add'),
    body: html`<div class="narrow">
      <div class="intro kept">
        <h1>${t.text('picture.add')}</h1>
        <p>${t.text('picture.about')}</p>
      </div>
      ${isRefused && doneNote(t.text(posted))}
      <form
        class="card sheet"
        method="post"
        action="${path}"
        enctype="multipart/form-data"
        ${uploadAttribute(upload, t)}
      >
        ${csrfField(visitor)}${formNonceField(formNonce)}
        ${
          problem !== undefined &&
          html`<div class="notice bad" role="alert" id="problem" data-problem="${problem}">
            ${isRefused && t.text('picture.refused', { name: refused.join(', ') })} ${t.text(problem)}
          </div>`
        }
        <div class="field">
          <label for="picture">${t.text('picture.file')}</label>
          <input
            id="picture"
            name="picture"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            required
            ${isRefused && html`autofocus`}
            aria-describedby="${problem !== undefined && 'problem '}picture-hint"
          />
          <p class="hint" id="picture-hint">${t.text('picture.fileHint')}</p>
          ${uploadProgress(upload, t)}
        </div>
        ${altField(t, alt)}
        <div class="send">
          <button type="submit" class="button">${t.text('picture.add')}</button>
          <a href="${backPath}">${t.text(isRefused ? 'picture.without' : 'button.cancel')}</a>
        </div>
      </form>
    </div>`,
  };
}

/** The field for what a picture shows, for visitors. */
const altField = (t: PageTexts, alt: string | undefined): Html =>
  html`<div class="field">
    <label for="alt">${t.text('picture.altOptional')}</label>
    <input
      id="alt"
      name="alt"
      value="${alt}"
      maxlength="${ALT_MAX_CHARACTERS}"
      autocomplete="off"
      aria-describedby="alt-hint"
    />
    <p class="hint" id="alt-hint">${t.text('picture.altHint')}</p>
  </div>`;
