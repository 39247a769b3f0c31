import { findAll } from './dom.ts';

// Pages are the same for all readers of a language; dates are written as in the region of each.
const HOUR_MS = 3_600_000;
const language = document.documentElement.lang;
const region = navigator.languages.find((tag) => tag.split('-')[0] === language && /^\w+(-\w+)+$/.test(tag));
const locale = (region ?? (language === 'en' ? 'en-GB' : language)) + (language === 'ar' ? '-u-nu-latn' : '');
const full = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
const calendarDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
const short = { day: 'numeric', month: 'short' } as const;
const shortDay = new Intl.DateTimeFormat(locale, short);
const shortCalendarDay = new Intl.DateTimeFormat(locale, { ...short, timeZone: 'UTC' });
const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** How long ago a moment of today or yesterday was; undefined for an earlier one. */
function agoOf(date: Date): string | undefined {
  const past = Math.max(Date.now() - date.getTime(), 0);
  if (past >= 24 * HOUR_MS) return undefined;
  if (past >= HOUR_MS) return ago.format(-Math.floor(past / HOUR_MS), 'hour');
  const minutes = Math.floor(past / 60_000);
  return minutes > 0 ? ago.format(-minutes, 'minute') : ago.format(0, 'second');
}

/** Writes times in the reader's zone, and days as they are. */
export function localTimes(within: ParentNode): void {
  for (const element of findAll<HTMLTimeElement>('time[datetime]', within)) {
    const date = new Date(element.dateTime);
    const isShort = element.hasAttribute('data-short');
    // A day such as 2026-12-10 is the same for all readers; a moment has its day where they are.
    if (!element.dateTime.includes('T')) {
      element.textContent = (isShort ? shortCalendarDay : calendarDay).format(date);
      continue;
    }
    element.title = full.format(date);
    const recent = element.hasAttribute('data-ago') ? agoOf(date) : undefined;
    element.textContent =
      recent ?? (element.hasAttribute('data-clock') ? full : isShort ? shortDay : day).format(date);
  }
}
