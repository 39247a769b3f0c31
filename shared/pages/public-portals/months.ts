/** A month of UTC, from its start to the start of the next. */
export interface Month {
  start: Date;
  end: Date;
}

/** Parses a month such as `2026-11`; undefined for anything else. */
export function parseMonth(text: string): Month | undefined {
  const [, year, month] = /^(2\d{3})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined) return undefined;
  return {
    start: new Date(Date.UTC(Number(year), Number(month) - 1)),
    end: new Date(Date.UTC(Number(year), Number(month))),
  };
}

/** The months from one instant to another, newest first. */
export function monthsBetween(first: Date, last: Date): string[] {
  const months: string[] = [];
  const at = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth()));
  const oldest = Date.UTC(first.getUTCFullYear(), first.getUTCMonth());
  for (; at.getTime() >= oldest; at.setUTCMonth(at.getUTCMonth() - 1))
    months.push(at.toISOString().slice(0, 7));
  return months;
}
