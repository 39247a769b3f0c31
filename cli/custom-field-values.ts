import type { CustomField, CustomFieldValue } from '../shared/planning/story-parts/custom-field.ts';
import { findCustomField } from './commands/custom-fields.ts';
import { CommandError } from './core/command-error.ts';
import { resolveMember } from './core/find.ts';
import type { WorkspaceOperations } from './workspace-operations.ts';

/** The custom fields that `--field key=value` options set, and the names of those that `--field key=` clears. */
export async function customFieldsFrom(
  operations: WorkspaceOperations,
  options: readonly string[] = [],
): Promise<{ customFields?: Record<string, CustomFieldValue>; cleared: string[] }> {
  const set: Record<string, CustomFieldValue> = {};
  const cleared: string[] = [];
  for (const option of options) {
    const [, key, text] = /^([^=]+)=(.*)$/s.exec(option) ?? [];
    if (key === undefined || text === undefined) {
      throw new CommandError(`--field takes key=value, such as severity=High, not ${option}`);
    }
    const field = await findCustomField(operations, key.trim());
    if (text === '') cleared.push(`customFields.${field.key}`);
    else set[field.key] = await valueOf(operations, field, text);
  }
  return { ...(Object.keys(set).length > 0 && { customFields: set }), cleared };
}

async function valueOf(
  operations: WorkspaceOperations,
  { key, type }: CustomField,
  text: string,
): Promise<CustomFieldValue> {
  switch (type) {
    case 'number': {
      const value = Number(text);
      if (Number.isFinite(value)) return value;
      throw new CommandError(`${key} is a number, not ${text}`);
    }
    case 'checkbox': {
      if (text === 'true' || text === 'false') return text === 'true';
      throw new CommandError(`${key} is true or false, not ${text}`);
    }
    case 'multi_select':
      return text.split(',').map((one) => one.trim());
    case 'user':
      return (await resolveMember(operations, text)).id;
    case 'text':
    case 'date':
    case 'select':
    case 'url':
      return text;
  }
}
