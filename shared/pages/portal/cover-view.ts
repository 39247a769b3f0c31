import { html, type Html } from '../../kernel/html/html.ts';
import { imagePath } from '../../feedback/portal/image.ts';
import { imageSources } from '../../feedback/portal/image-name.ts';

/** The widths that covers have on pages; phones with three pixels for each of CSS choose as if they had two. */
const SIZES = '(min-width: 48rem) 46rem, (min-resolution: 2.5dppx) 64vw, 96vw';

/** The cover of an update, of which browsers load a version that is wide enough; `isFirst` of the page's main one. */
export function coverView(coverImageUrl: string, { isFirst = false } = {}): Html {
  const { pathname } = new URL(coverImageUrl);
  const id = pathname.slice(imagePath('').length);
  return html`<img
    class="cover"
    src="${pathname}"
    srcset="${imageSources(id)}"
    sizes="${SIZES}"
    alt=""
    ${isFirst ? html`fetchpriority="high"` : html`loading="lazy"`}
  />`;
}
