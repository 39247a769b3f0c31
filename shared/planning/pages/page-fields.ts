import type { DataOf } from '../../kernel/api/operation/operation-result.ts';
import type { ExecutableOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { CustomField, CustomFieldValue } from '../story-parts/custom-field.ts';
import { listCustomFields } from '../custom-fields/list-custom-fields.ts';
import type { Story } from '../story/story.ts';

/** A custom field of a story with its value, as the story's page shows it. */
export interface PageField extends Pick<CustomField, 'name' | 'type'> {
  value: CustomFieldValue;
}

/** The most fields that a page shows. */
const FIELDS_MAX = 100;

type RunOperation = <O extends ExecutableOperation>(
  operation: O,
  input: { query: Record<string, unknown> },
) => Promise<DataOf<O>>;

const fieldsOf = (teamId: string, run: RunOperation): Promise<CustomField[]> =>
  run(listCustomFields, { query: { teamId, limit: FIELDS_MAX } });

/** The names of the custom fields of teams by their keys. */
export async function pageFieldNamesOf(
  teamIds: readonly string[],
  run: RunOperation,
): Promise<ReadonlyMap<string, string>> {
  const fields = await Promise.all(teamIds.map((teamId) => fieldsOf(teamId, run)));
  return new Map(fields.flat().map(({ key, name }) => [key, name]));
}

/** The custom fields that a story has values of, in the order of the team's. */
export async function pageFieldsOf({ teamId, customFields }: Story, run: RunOperation): Promise<PageField[]> {
  if (Object.keys(customFields).length === 0) return [];
  return (await fieldsOf(teamId, run)).flatMap(({ key, name, type }) => {
    const value = customFields[key];
    return value === undefined ? [] : [{ name, type, value }];
  });
}
