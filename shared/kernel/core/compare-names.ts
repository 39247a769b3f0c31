const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' });

/** Compares names as people sort them: `Team 2` before `Team 10`, `ä` next to `a`, whatever their case. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
