import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageFile } from '../../planning/page-files.ts';
import { storyFilePath } from '../../planning/page-paths.ts';
import type { ShownStory } from './shown-story.ts';

/** The files of a story: pictures as pictures, then what browsers save. */
export function storyFilesView(shown: ShownStory): Fragment {
  const { t, files } = shown;
  const [pictures, others] = [files.filter(({ isImage }) => isImage), files.filter((file) => !file.isImage)];
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
            ({ id, name, size }) =>
              html`<li>
                <a href="${storyFilePath(shown.story.id, id)}"><bdi>${name}</bdi></a>
                <span class="hint">${t.size(size)}</span>
              </li>`,
          )}
        </ul>`
      }
    </section>`
  );
}

/** A picture, which leads to itself alone. Its name is its text for those who do not see it, and is read once. */
function pictureView({ id, name, size }: PageFile, { t, story }: ShownStory): Html {
  const path = `${storyFilePath(story.id, id)}?disposition=inline`;
  return html`<li>
    <a href="${path}"><img src="${path}" alt="${name}" loading="lazy" decoding="async" /></a>
    <p class="hint"><bdi aria-hidden="true">${name}</bdi> ${t.size(size)}</p>
  </li>`;
}
