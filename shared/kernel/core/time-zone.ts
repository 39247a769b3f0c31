import * as z from 'zod';

/** Whether the platform knows a name of the IANA time zone database. Offsets are not names. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Words of names that are written otherwise than with a capital letter at the beginning. */
const oddWords: ReadonlyMap<string, string> = new Map(
  'of es au GB IN NZ US NSW ACT LHI CHAT SU McMurdo DumontDUrville BajaNorte BajaSur EasterIsland DeNoronha ComodRivadavia'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);

/** Abbreviations such as `EST5EDT` and `GMT+5`. */
const ABBREVIATION = /^(?:[a-z]{1,3}|[a-z]{3}\d(?:[a-z]{3})?|gmt[+-]?\d{1,2})$/;

/** The name of a time zone with the capital letters of the IANA database, whatever those that were sent. */
export const ianaName = (sent: string): string =>
  sent
    .toLowerCase()
    .split('/')
    .map((part, position, parts) =>
      ABBREVIATION.test(part) && (parts.length === 1 || (position > 0 && parts[0] === 'etc'))
        ? part.toUpperCase()
        : part.replaceAll(/[a-z\d]+/g, ianaWord),
    )
    .join('/');

const ianaWord = (word: string): string =>
  oddWords.get(word) ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** A time zone by its IANA name. */
export const timeZone = () =>
  z
    .string()
    .max(64, { error: 'must be at most 64 characters' })
    .refine(isTimeZone, { error: 'must be the IANA name of a time zone, such as Europe/Berlin', abort: true })
    .overwrite(ianaName)
    .meta({ description: 'The IANA name of a time zone, such as Europe/Berlin.' });
