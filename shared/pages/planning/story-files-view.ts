import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageFile } from '../../planning/page-files.ts';
import { storyFilePath } from '../../planning/page-paths.ts';
import type { ShownStory } from './shown-story.ts';

/** The most pictures that the page shows: loading each is a request of the reader's limit. */
const PICTURES_MAX = 12;

/** The files of a story: the newest pictures as pictures, then older ones and what browsers save. */
export function storyFilesView(shown: ShownStory): Fragment {
  const { t, files } = shown;
  const pictures = files.filter(({ isImage }) => isImage).slice(0, PICTURES_MAX);
  const others = files.filter((file) => !pictures.includes(file));
  return (
    files.length > 0 &&
    html`<section aria-labelledby="files">
      <h2 id="files">${t.text('story.files')}</h2>
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
            ({ id, name, size, isImage }) =>
              html`<li>
                <a href="${isImage ? picturePath(shown, id) : storyFilePath(shown.story.id, id)}"
                  ><bdi>${name}</bdi></a
                >
                <span class="hint">${t.size(size)}</span>
              </li>`,
          )}
        </ul>`
      }
    </section>`
  );
}

/** A picture, which leads to itself alone. Its name is its text for those who do not see it, and is read once. */
function pictureView({ id, name, size }: PageFile, shown: ShownStory): Html {
  const path = picturePath(shown, id);
  return html`<li>
    <a href="${path}"><img src="${path}" alt="${name}" loading="lazy" decoding="async" /></a>
    <p class="hint"><bdi aria-hidden="true">${name}</bdi> ${shown.t.size(size)}</p>
  </li>`;
}

/** Where a browser shows a picture rather than saves it. */
const picturePath = ({ story }: ShownStory, id: string): string =>
  `${storyFilePath(story.id, id)}?disposition=inline`;
