/** The variable with the epoch of the table that a function uses. */
export const TABLE_EPOCH_VARIABLE = 'TABLE_EPOCH';

/** The epoch of a table that was not restored from a backup. */
export const ORIGINAL_EPOCH = 'original';

/**
 * The epoch of the table, which distinguishes a restored table from the one before it. Positions in logs and copies of
 * the table from another epoch are invalid. Empty for a table that was not restored.
 */
export function tableEpoch(setting: (variable: string) => string | undefined): string {
  const value = setting(TABLE_EPOCH_VARIABLE) ?? ORIGINAL_EPOCH;
  return value === ORIGINAL_EPOCH ? '' : value;
}
