import type { CustomField } from '../../shared/planning/story-parts/custom-field.ts';
import { didYouMean } from '../../shared/kernel/core/nearest.ts';
import { CommandError } from '../core/command-error.ts';

/** The fields by their keys. Throws a CommandError if there is none with one of them. */
export function wantedFields(
  fields: readonly CustomField[],
  keys: readonly string[],
): Map<string, CustomField> {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const missing = keys.find((key) => !byKey.has(key));
  if (missing === undefined) return byKey;
  const known = fields.map(({ key }) => key);
  throw new CommandError(
    `There is no custom field ${missing}; ${known.length > 0 ? didYouMean(missing, known) : ''} Create it with: plotline custom-fields create, or add --create fields.`,
  );
}
