import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { IMAGE_SENT_MAX_BYTES } from '../../feedback/portal/image.ts';
import { ATTACHMENT_MAX_BYTES } from '../../planning/pages/page-uploads.ts';
import type { PageFile } from '../../planning/pages/page-files.ts';
import { storyActPath, storyFilePath } from '../../planning/paths/page-paths.ts';
import { csrfField } from '../session/form-fields-view.ts';
import { button, outcomeOf, outcomeView, revealed, teamForm } from '../kit/form-view.ts';
import { formNonceField } from '../kit/form-nonce-view.ts';
import type { ShownStory } from './shown-story.ts';
import { FILES } from './story-places.ts';

/** The most pictures that the page shows: loading each is a request of the reader's limit. */
const PICTURES_MAX = 12;

const outcomes = { file: 'story.fileAdded', unfile: 'story.fileDeleted' } as const;

/** The files of a story: the newest pictures as pictures, then older ones and what browsers save. */
export function storyFilesView(shown: ShownStory): Fragment {
  const { t, files, choices, done } = shown;
  const pictures = files.filter(({ isImage }) => isImage).slice(0, PICTURES_MAX);
  const others = files.filter((file) => !pictures.includes(file));
  return (
    (files.length > 0 || choices !== undefined) &&
    html`<section aria-labelledby="${FILES}">
      <h2 id="${FILES}" tabindex="-1">${t.text('story.files')}</h2>
      ${outcomeView(outcomeOf(t, outcomes, done), undefined)}
      ${
        pictures.length > 0 &&
        html`<ul class="plain pictures">
          ${pictures.map((file) => pictureView(file, shown))}
        </ul>`
      }
      ${
        others.length > 0 &&
        html`<ul class="plain related">
          ${others.map(
            (file) =>
              html`<li>
                <a
                  href="${
                    file.isImage ? picturePath(shown, file.id) : storyFilePath(shown.story.id, file.id)
                  }"
                  ><bdi>${file.name}</bdi></a
                >
                <span class="hint">${t.size(file.size)}</span> ${deletion(file, shown)}
              </li>`,
          )}
        </ul>`
      }
      ${choices && fileForm(shown)}
    </section>`
  );
}

/** A picture, which leads to itself alone. Its name is its text for those who do not see it, and is read once. */
function pictureView(file: PageFile, shown: ShownStory): Html {
  const { id, name, size } = file;
  const path = picturePath(shown, id);
  return html`<li>
    <a href="${path}"><img src="${path}" alt="${name}" loading="lazy" decoding="async" /></a>
    <p class="hint"><bdi aria-hidden="true">${name}</bdi> ${shown.t.size(size)}</p>
    ${deletion(file, shown)}
  </li>`;
}

/** The deletion of a file, which cannot be undone. Those of comments are deleted with them. */
const deletion = ({ id, name, commentId }: PageFile, shown: ShownStory): Fragment =>
  shown.choices &&
  commentId === null &&
  revealed(
    html`${shown.t.text('story.deleteFile')}<span class="hidden"> ${name}</span>`,
    teamForm(
      shown,
      storyActPath(shown.story.id, 'delete-file'),
      { file: id },
      html`<button type="submit" class="danger">${shown.t.text('story.deleteFileNow', { name })}</button>`,
    ),
  );

/** The form for a file, which is sent with it or, if it is large, uploaded before by a script. */
function fileForm(shown: ShownStory): Html {
  const { t, story, problem, uploadsTo, form } = shown;
  // One that is still being checked.
  const uploaded = form['uploadId'];
  const isWrong = problem?.field === 'file';
  const upload = {
    announce: storyActPath(story.id, 'upload'),
    max: ATTACHMENT_MAX_BYTES,
    sentMax: IMAGE_SENT_MAX_BYTES,
    hint: t.text('story.fileHintLarge'),
    tooLarge: t.text('story.fileTooLarge'),
    failed: t.text('picture.failed'),
  };
  return html`<details class="reveal" ${isWrong && html`open`}>
    <summary>${t.text('story.addFile')}</summary>
    <form
      method="post"
      action="${storyActPath(story.id, 'files')}"
      enctype="multipart/form-data"
      ${uploadsTo !== undefined && html`data-upload="${JSON.stringify(upload)}"`}
    >
      ${csrfField(shown)}${formNonceField(shown.formNonce)}
      <div class="field">
        <label for="file">${t.text('story.file')}</label>
        <input
          id="file"
          name="file"
          type="file"
          ${uploaded === undefined && html`required`}
          aria-describedby="${isWrong && 'file-problem '}file-hint"
          ${isWrong && html`aria-invalid="true" autofocus`}
        />
        ${isWrong && html`<p class="wrong" id="file-problem">${problem.text}</p>`}
        <p class="hint" id="file-hint">${t.text('story.fileHint')}</p>
        <input
          type="hidden"
          name="uploadId"
          value="${uploaded}"
          ${uploaded === undefined && html`disabled`}
        />
        <progress max="1" value="0" aria-label="${t.text('picture.uploading')}" hidden></progress>
      </div>
      <div class="send">${button(t.text('story.add'))}</div>
    </form>
  </details>`;
}

/** Where a browser shows a picture rather than saves it. */
const picturePath = ({ story }: ShownStory, id: string): string =>
  `${storyFilePath(story.id, id)}?disposition=inline`;
