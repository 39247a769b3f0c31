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

/** A time zone by its IANA name. */
export const timeZone = () =>
  z
    .string()
    .max(64, { error: 'must be at most 64 characters' })
    .refine(isTimeZone, { error: 'must be the IANA name of a time zone, such as Europe/Berlin' })
    .meta({ description: 'The IANA name of a time zone, such as Europe/Berlin.' });
