import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from './page-messages.ts';

/** The day of a timestamp, in UTC until the page's script has shown that of the reader; its time is the element's title. */
export const dateElement = (timestamp: string, t: PageTexts): Html =>
  html`<time datetime="${timestamp}" title="${t.time(timestamp)}">${t.date(timestamp)}</time>`;

/** The same of something that is said; the page's script shows how long ago it was while that is less than a day. */
export const agoElement = (timestamp: string, t: PageTexts): Html =>
  html`<time datetime="${timestamp}" title="${t.time(timestamp)}" data-ago>${t.date(timestamp)}</time>`;

/** The day and time of a timestamp, in the same way. */
export const timeElement = (timestamp: string, t: PageTexts): Html =>
  html`<time datetime="${timestamp}" data-clock>${t.time(timestamp)}</time>`;
