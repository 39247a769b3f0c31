/** Synonyms that people use for enum values, in snake_case. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['no_priority', 'none'],
  ['normal', 'medium'],
  ['highest', 'urgent'],
  ['critical', 'urgent'],
  ['canceled', 'cancelled'],
  ['related', 'relates_to'],
  ['related_to', 'relates_to'],
  ['relates', 'relates_to'],
  ['is_blocked_by', 'blocked_by'],
  ['depends_on', 'blocked_by'],
  ['duplicate_of', 'duplicates'],
  ['is_duplicated_by', 'duplicated_by'],
]);

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
