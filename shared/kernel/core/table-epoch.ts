/** The variable that says which restore of the table a function uses. */
export const TABLE_EPOCH_VARIABLE = 'TABLE_EPOCH';

/** The value of a table that is not a restored one. */
export const ORIGINAL_EPOCH = 'original';

/**
 * Distinguishes a restored table from the one before it, whose logs went further: positions in logs and copies of the table
 * that were made with another epoch mean nothing. Empty for a table that is not a restored one.
 */
export function tableEpoch(setting: (variable: string) => string | undefined): string {
  const value = setting(TABLE_EPOCH_VARIABLE) ?? ORIGINAL_EPOCH;
  return value === ORIGINAL_EPOCH ? '' : value;
}
