import { Html, html } from '../../kernel/html/html.ts';
import { layouts, type ChartWords, type Look } from '../../planning/pictures/look.ts';

/**
 * A chart in the language of the page, in the room that it has and in the form for phones: where there is less room, the
 * page shows only that one.
 */
export const drawnView = (
  draw: (look: Look) => string,
  words: ChartWords,
  { layout, ids }: Required<Pick<Look, 'layout' | 'ids'>>,
  nameOfDay?: Look['nameOfDay'],
): Html =>
  html`<div class="drawn" dir="ltr">
    <div class="roomy">${unstyled(draw({ words, layout, ids, nameOfDay }))}</div>
    <div class="slim">${unstyled(draw({ words, layout: layouts.narrow, ids, nameOfDay }))}</div>
  </div>`;

/** The page has the styles of pictures, and its policy allows no style elements. */
const unstyled = (picture: string): Html => new Html(picture.replace(/<style>.*<\/style>/s, ''));
