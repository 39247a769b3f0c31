import { dayText } from '../../kernel/core/date-span.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from './page-messages.ts';

/**
 * A day of the calendar, such as that on which something is due, counted from 1970-01-01. No reader's zone moves it; the
 * page's script only writes it as the reader's region does.
 */
export const dayElement = (day: number, t: PageTexts): Html =>
  html`<time datetime="${dayText(day)}">${t.date(dayText(day))}</time>`;

/** The day of a moment, in UTC until the page's script has shown that of the reader; its time is the element's title. */
export const dateElement = (timestamp: string, t: PageTexts): Html =>
  html`<time datetime="${timestamp}" title="${t.time(timestamp)}">${t.date(timestamp)}</time>`;

/** The same of something that is said; the page's script shows how long ago it was while that is less than a day. */
export const agoElement = (timestamp: string, t: PageTexts): Html =>
  html`<time datetime="${timestamp}" title="${t.time(timestamp)}" data-ago>${t.date(timestamp)}</time>`;

/** The day and time of a moment, in the same way. */
export const timeElement = (timestamp: string, t: PageTexts): Html =>
  html`<time datetime="${timestamp}" data-clock>${t.time(timestamp)}</time>`;

/** A day, or the day of a moment, in few letters such as `1 Dec`; with its year if it is of another than `now`. */
export const shortTime = (when: string, now: Date, t: PageTexts): Html =>
  when.slice(0, 4) === String(now.getUTCFullYear())
    ? html`<time datetime="${when}" data-short>${t.day(new Date(when))}</time>`
    : html`<time datetime="${when}">${t.date(when)}</time>`;
