import { dayText, utcDay } from '../../core/date-span.ts';
import { daysInZone } from '../../core/day-in-zone.ts';
import type { Json, JsonObject } from './tool-text-fields.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const isMoment = (value: Json | undefined): value is string =>
  typeof value === 'string' && MOMENT.test(value);

const isDay = (name: string): boolean => name === 'startDate' || name === 'endDate';

/**
 * An item, and what is part of it, with the days of its span: those of its zone, or else of UTC, which decide when it is
 * due. `container` has what the item lacks of its span.
 */
export function withDays(item: JsonObject, container: JsonObject = {}): JsonObject {
  const { startDate, endDate, timeZone } = { ...container, ...item };
  const days: JsonObject =
    typeof startDate === 'string' && typeof endDate === 'string' && typeof timeZone === 'string'
      ? spanOf({ startDate, endDate, timeZone })
      : {};
  const { field } = item;
  const isOfDay = typeof field === 'string' && isDay(field);
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      if (isDay(name) || (isOfDay && ['from', 'to', 'now'].includes(name)))
        return [name, isMoment(value) ? (days[name] ?? dayOf(value, timeZone)) : value];
      return [name, withDaysInside(value)];
    }),
  );
}

function withDaysInside(value: Json): Json {
  if (Array.isArray(value)) return value.map(withDaysInside);
  return typeof value === 'object' && value !== null ? withDays(value) : value;
}

function spanOf(span: Parameters<typeof daysInZone>[0]): JsonObject {
  const { first, last } = daysInZone(span);
  return { startDate: dayText(first), endDate: dayText(last) };
}

const dayOf = (moment: string, timeZone: Json | undefined): string =>
  dayText(
    typeof timeZone === 'string'
      ? daysInZone({ startDate: moment, endDate: moment, timeZone }).first
      : utcDay(moment),
  );
