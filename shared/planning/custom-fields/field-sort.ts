import { invalidRequest } from '../../kernel/core/errors.ts';
import { fieldTag } from '../story/story-index.ts';
import type { FieldSort, FieldSortText } from '../story/story-order.ts';
import type { CustomField } from '../story-parts/custom-field.ts';
import { knownFieldOrThrow } from './field-filter.ts';

/** What a `sort` by a custom field means. Throws a 400 for a field that is unknown or has no order. */
export async function resolveFieldSort(
  text: FieldSortText,
  context: Parameters<typeof knownFieldOrThrow>[1],
): Promise<FieldSort> {
  const key = text.replace(/^-?cf\./, '');
  const field = await knownFieldOrThrow(key, context);
  return { value: valueOf(field), descending: text.startsWith('-') };
}

/** The value of a field by which stories are ordered, in SQL: options in the order of the field, texts without case. */
function valueOf({ key, type, options }: CustomField): string {
  const text = `(SELECT value FROM tag WHERE tag.number = document.number AND tag.name = ${quoted(fieldTag(key))})`;
  switch (type) {
    case 'number':
      return `CAST(${text} AS REAL)`;
    case 'select': {
      if (options.length === 0) return 'NULL';
      const places = options.map((option, place) => `WHEN ${quoted(option)} THEN ${place}`);
      return `(CASE ${text} ${places.join(' ')} END)`;
    }
    case 'checkbox':
      return `COALESCE(${text} = 'true', 0)`;
    case 'date':
      return text;
    case 'text':
    case 'url':
      return `lower(${text})`;
    case 'multi_select':
    case 'user':
      throw invalidRequest([
        {
          in: 'query',
          path: 'sort',
          message: `cannot be cf.${key}: values of the type ${type} have no order`,
        },
      ]);
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
