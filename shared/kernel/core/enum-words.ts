/** Synonyms that people use for enum values, in snake_case. */
const synonyms: ReadonlyMap<string, string> = new Map([['no_priority', 'none']]);

/**
 * Returns the enum value for a person's input, ignoring case and with spaces or hyphens in place of underscores, so
 * that `On track` is on_track. Returns undefined if no value matches.
 */
export function findEnumValue<T extends string>(values: readonly T[], text: string): T | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return values.find((value) => value === word) ?? values.find((value) => value === synonyms.get(word));
}
