import { entryOf, textOf } from './preset.ts';

/** Always in this order: `9/26/2026, 3:04:05 pm GMT+5:30`, `9/26/2026, 3:04:05 PM CDT`. */
const SHOWN =
  /^(\d{1,2})\/(\d{1,2})\/(\d{4}), (\d{1,2}:\d\d:\d\d [ap]m)(?: (?:(?:GMT|UTC)([+-]\d{1,2})?(?::?(\d\d))?|([A-Z]{3})))?$/i;
const HOURS: Readonly<Record<string, number>> = Object.fromEntries(
  [...'ECMP'].flatMap((zone, west) => [
    [`${zone}ST`, -5 - west],
    [`${zone}DT`, -4 - west],
  ]),
);

/** A time that ClickUp shows, with its offset; undefined for other texts. */
export function clickupInstant(text: string | undefined): string | undefined {
  const [, month, day, year, clock, hours, minutes = '00', zone] = SHOWN.exec(text ?? '') ?? [];
  const offset = zone === undefined ? Number(hours ?? 0) : entryOf(HOURS, zone.toUpperCase());
  if (month === undefined || offset === undefined) return undefined;
  const sign = offset < 0 ? '-' : '+';
  const two = (value: number | string) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day!)} ${clock} ${sign}${two(Math.abs(offset))}:${minutes}`;
}

/** A day without a time is four o'clock of it, as the text next to it shows. */
export function clickupDay(task: Record<string, unknown>, column: string): string | undefined {
  const [, month, day, year, clock] = SHOWN.exec(textOf(task[`${column} Text`]) ?? '') ?? [];
  return clock !== undefined && /^0?4:00:00 am$/i.test(clock)
    ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
    : textOf(task[column])?.replace(/^"|"$/g, '');
}
