import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { instantInZone } from '../../../kernel/core/day-in-zone.ts';
import { toJCal, type CalendarComponent } from './read-components.ts';

/** Zones change their offset at a quarter of an hour. */
const QUARTER_MS = 15 * 60 * 1_000;

/** The time that a clock shows, as if it were UTC, in milliseconds. Date.UTC would read the first hundred years as later ones. */
export const shownTime = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1_000;

/** The first and the last time that a file can write: years have four digits. */
const FIRST_SHOWN = -62_167_219_200_000;
const LAST_SHOWN = Date.UTC(9999, 11, 31);

/**
 * The time that a clock shows a number of milliseconds later, at most the last that a file can write; in a moment,
 * where the library counts months.
 */
export function shifted(time: ICAL.Time, ms: number): ICAL.Time {
  const date = new Date(Math.min(Math.max(shownTime(time) + ms, FIRST_SHOWN), LAST_SHOWN));
  const shown = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    isDate: time.isDate,
  };
  return ICAL.Time.fromData(shown, time.zone);
}

/** A zone of the IANA database, as the platform knows it: files may have only some of its rules, or old ones. */
class NamedZone extends ICAL.Timezone {
  readonly #name: string;
  readonly #offsets = new Map<number, number>();

  constructor(name: string) {
    super({ tzid: name });
    this.#name = name;
  }

  /** Seconds east of UTC where a clock of the zone shows a time (RFC 5545, section 3.3.5). */
  override utcOffset(time: ICAL.Time): number {
    const quarter = Math.floor(shownTime(time) / QUARTER_MS);
    const known = this.#offsets.get(quarter);
    if (known !== undefined) return known;
    const shown = quarter * QUARTER_MS;
    const offset = (shown - instantInZone(shown, this.#name)) / 1_000;
    this.#offsets.set(quarter, offset);
    return offset;
  }
}

const NAME_MAX_CHARACTERS = 64;

function namedZone(name: string): ICAL.Timezone | undefined {
  if (name.length > NAME_MAX_CHARACTERS || !/^[A-Za-z]/.test(name)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return new NamedZone(name);
  } catch {
    return undefined;
  }
}

/** The zone that Windows, and so Outlook and Exchange, call by a name such as `Pacific Standard Time`. */
function windowsZone(name: string): ICAL.Timezone | undefined {
  const [zone] = findIana(name);
  return zone && namedZone(zone);
}

/** Returns the zone of a TZID; undefined for a time without one. */
export type FindZone = (tzid: string | undefined) => ICAL.Timezone;

/**
 * The zones of a calendar by their TZIDs: of the IANA database by its name, otherwise as the file defines them, or as
 * Windows names them. A time without a zone, or with one that nothing defines, is one of the person's zone.
 */
export function zonesOf(calendar: CalendarComponent, ownZone: string): FindZone {
  const own = new NamedZone(ownZone);
  const defined = new Map(
    calendar.children
      .filter(({ name }) => name === 'vtimezone')
      .map((zone) => [textOf(zone, 'tzid'), zone] as const),
  );
  const found = new Map<string, ICAL.Timezone>();
  return (tzid) => {
    if (tzid === undefined) return own;
    const known = found.get(tzid);
    if (known) return known;
    const zone = namedZone(tzid) ?? definedZone(tzid, defined.get(tzid)) ?? windowsZone(tzid) ?? own;
    found.set(tzid, zone);
    return zone;
  };
}

function definedZone(tzid: string, component: CalendarComponent | undefined): ICAL.Timezone | undefined {
  if (!component) return undefined;
  const named = namedZone(textOf(component, 'x-lic-location') ?? '');
  if (named) return named;
  const rules = component.children.some(({ name }) => name === 'standard' || name === 'daylight');
  if (!rules || component.children.some(skipsAges)) return undefined;
  const zone = new ICAL.Timezone({ tzid, component: new ICAL.Component(toJCal(component)) });
  // The library reads rules when it first needs them, and throws if they are damaged.
  try {
    zone.utcOffset(ICAL.Time.epochTime);
    return zone;
  } catch {
    return undefined;
  }
}

/** The maximum interval of a rule by which clocks change. */
const INTERVAL_MAX = 10_000;

/** Whether a rule has an interval so long that it is a mistake: the library would count its days one by one. */
const skipsAges = ({ properties }: CalendarComponent): boolean =>
  properties.some(
    ([name, , , rule]) => name === 'rrule' && (rule as { interval?: number }).interval! > INTERVAL_MAX,
  );

/** The text of a component's first property of a name. */
export function textOf({ properties }: CalendarComponent, name: string): string | undefined {
  const value = properties.find((one) => one[0] === name)?.[3];
  return typeof value === 'string' ? value : undefined;
}
