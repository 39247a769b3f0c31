/** What some tools write between the start and the end of something. */
const ARROW = /\s*(?:→|⟶|->)\s*/;
const CLOCK_ONLY = /^\d{1,2}:\d\d/;
const CLOCK = /,?\s+\d{1,2}:\d\d.*$/;

/** The start of a range such as `October 8, 2021 → October 29, 2021`; the text itself where it is none. */
export const startOfRange = (text: string): string => text.split(ARROW, 1)[0]!;

/** Its end, which can be a time of the same day. */
export function endOfRange(text: string): string {
  const [start = '', end] = text.split(ARROW, 2);
  if (end === undefined || end === '') return start;
  return CLOCK_ONLY.test(end) ? `${start.replace(CLOCK, '')} ${end}` : end;
}

export const isRange = (text: string): boolean => ARROW.test(text);
