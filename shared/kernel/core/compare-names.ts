const collator = new Intl.Collator('en', { numeric: true });

/** Compares names as people sort them: `Team 2` before `Team 10`, `ä` with `a`, whatever their case. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
