/** A calendar with components, as a server sends it. */
export const calendarOf = (...components: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...components, 'END:VCALENDAR', ''].join('\r\n');

let made = 0;

/** An event with these lines, and an identifier of its own where none of them says one. */
export const eventOf = (...lines: string[]): string =>
  [
    'BEGIN:VEVENT',
    ...(lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:${made++}@elsewhere.example`]),
    'SUMMARY:A secret title',
    ...lines,
    'END:VEVENT',
  ].join('\r\n');

/** An instant as calendars have it in UTC, such as 20261201T090000Z. */
export const inUtc = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
