import { Html, html } from '../../kernel/html/html.ts';
import { layouts, type Layout, type Look } from '../../planning/pictures/look.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/**
 * A chart in the language of the page, in the room that it has and in the form for phones: where there is less room, the
 * page shows only that one.
 */
export const drawnView = (draw: (look: Look) => string, t: PageTexts, layout: Layout): Html =>
  html`<div class="drawn" dir="ltr">
    <div class="roomy">${unstyled(draw({ words: t, layout }))}</div>
    <div class="slim">${unstyled(draw({ words: t, layout: layouts.narrow }))}</div>
  </div>`;

/** The page has the styles of pictures, and its policy allows no style elements. */
const unstyled = (picture: string): Html => new Html(picture.replace(/<style>.*<\/style>/s, ''));
