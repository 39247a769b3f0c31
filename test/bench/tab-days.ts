/** What pages of planning ask while they are looked at, as `npm run cost` names it. */
export const TAB = 'ask whether a page has changed';

const HOUR_S = 3_600;

/** How often such a page asks, in seconds (`live.browser.ts`). A hidden one does not. */
const PAUSES_S = { used: 5, unusedMinutes: 15, unusedLong: 60 } as const;

/** Of a page that is used a minute of ten: in that minute and the two after it, and in the seven others. */
export const TAB_REQUESTS_PER_HOUR = 6 * ((3 * 60) / PAUSES_S.used + (7 * 60) / PAUSES_S.unusedMinutes);

/** The requests of a page that is in sight for a day, by how it is used. */
export const tabDays: readonly { name: string; requests: number }[] = [
  { name: '8 hours in use', requests: (8 * HOUR_S) / PAUSES_S.used },
  { name: '8 hours, used a minute of ten', requests: 8 * TAB_REQUESTS_PER_HOUR },
  { name: '8 hours unused', requests: (8 * HOUR_S) / PAUSES_S.unusedLong },
];
