/** As in ISO 8601, the week begins on Monday. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** The position in its week of a day that is counted from 1970-01-01, a Thursday: 0 on Mondays. */
export const dayOfWeek = (day: number): number => (((day + 3) % 7) + 7) % 7;
