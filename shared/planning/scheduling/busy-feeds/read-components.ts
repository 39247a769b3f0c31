import ICAL from 'ical.js';

/** A property as jCal has it (RFC 7265): name in lower case, parameters, type and values. */
export type CalendarProperty = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
];

/** A component of a calendar, such as `vevent`, with the properties that say when it is. */
export interface CalendarComponent {
  name: string;
  properties: CalendarProperty[];
  children: CalendarComponent[];
}

/** The properties that are read: neither titles nor people, and nothing else that may be large. */
const READ =
  /^(?:BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|FREEBUSY|TZID|X-LIC-LOCATION|TZOFFSETFROM|TZOFFSETTO)[;:]/i;

/** The byte order mark that some servers begin a file with. */
const MARK = /^\uFEFF/;

const BEGIN_OR_END = /^(BEGIN|END):\s*([\w-]+)\s*$/i;

/** The most of a line before its value; parameters that say when something is take far less. */
const PARAMETERS_MAX_CHARACTERS = 1_000;

/** The deepest nesting that is read; a rule of a time zone, or an alarm, is at the third level. */
const DEPTH_MAX = 8;

/**
 * The components of a calendar (RFC 5545). Properties that cannot be read are left out. Undefined if components do not
 * end, or are nested deeply.
 */
export function readComponents(file: string): CalendarComponent[] | undefined {
  const root: CalendarComponent = { name: '', properties: [], children: [] };
  const open = [root];
  const unfolded = file.replace(MARK, '').replaceAll(/\r?\n[ \t]/g, '');
  for (const line of unfolded.split(/\r?\n|\r/)) {
    if (!READ.test(line)) continue;
    const [, edge, name] = BEGIN_OR_END.exec(line) ?? [];
    const current = open.at(-1)!;
    if (edge === undefined) {
      if (current !== root && line.indexOf(':') <= PARAMETERS_MAX_CHARACTERS) readProperty(line, current);
    } else if (edge.toUpperCase() === 'BEGIN') {
      const component = { name: name!.toLowerCase(), properties: [], children: [] };
      current.children.push(component);
      if (open.push(component) > DEPTH_MAX) return undefined;
    } else if (open.length === 1 || open.pop()!.name !== name!.toLowerCase()) {
      return undefined;
    }
  }
  return open.length === 1 ? root.children : undefined;
}

function readProperty(line: string, { properties }: CalendarComponent): void {
  try {
    properties.push(ICAL.parse.property(line) as CalendarProperty);
  } catch {
    // A property that the library refuses; what lacks its start is left out later.
  }
}

/** A component as jCal has it. */
export const toJCal = ({ name, properties, children }: CalendarComponent): unknown[] => [
  name,
  properties,
  children.map(toJCal),
];
