/** What people write for values that have another name, in snake_case. */
const synonyms: ReadonlyMap<string, string> = new Map([['no_priority', 'none']]);

/**
 * Returns the enum value that a person means: in any case, with spaces or hyphens in place of underscores, so
 * that `On track` is on_track. Undefined if it is none of them.
 */
export function findEnumValue<T extends string>(values: readonly T[], text: string): T | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return values.find((value) => value === word) ?? values.find((value) => value === synonyms.get(word));
}
