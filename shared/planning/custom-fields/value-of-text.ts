import type { OperationContext } from '../../kernel/core/call.ts';
import { nameKey } from '../../kernel/core/name-key.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { canSeeCustomField } from './custom-field-access.ts';
import { getCustomFieldByKey } from './custom-field-store.ts';

/** What a text in `customFields` means: a value, or the member of this name. */
type FieldText = { value: string } | { member: string };

/** A text in the value of a custom field: an option in any case, or a member by name; otherwise what it is. */
export async function valueOfText(
  { caller, read }: Pick<OperationContext, 'caller' | 'read'>,
  key: string,
  text: string,
): Promise<FieldText> {
  const field = await getCustomFieldByKey(read, caller.workspaceId, key);
  // What is wrong with it, the operation says.
  if (!field || !canSeeCustomField(caller, field)) return { value: text };
  if (field.type === 'user') return uuid().safeParse(text).success ? { value: text } : { member: text };
  if (field.type !== 'select' && field.type !== 'multi_select') return { value: text };
  const wanted = nameKey(text);
  return { value: field.options.find((option) => nameKey(option) === wanted) ?? text };
}
