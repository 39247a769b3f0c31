import type { CustomField, CustomFieldValue } from '../../shared/planning/story-parts/custom-field.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { charactersIn } from '../../shared/kernel/core/schema.ts';
import { findMember, type Catalog } from './catalog.ts';
import { parseDate } from './dates.ts';
import type { ImportEntry } from './entry.ts';
import type { CustomColumn } from './fields.ts';

type Drop = (column: CustomColumn, value: string, reason: string, code?: 'shortened') => undefined;

/** The longest text of a field, in characters. */
const TEXT_MAX = 2_000;

/** The values of a row's custom fields; those that do not fit are dropped. Undefined if it has none. */
export function customFieldsOf(
  { customFields }: Pick<ImportEntry, 'customFields'>,
  team: Team,
  catalog: Catalog,
  drop: Drop,
): Record<string, CustomFieldValue> | undefined {
  const values = customFields.flatMap(({ column, texts }): [string, CustomFieldValue][] => {
    const key = column.slice('cf.'.length);
    const field = catalog.customFields.get(key)!;
    const shown = texts.join(', ');
    if (field.teamId !== null && field.teamId !== team.id) {
      drop(column, shown, `belongs to a field that ${team.code} does not have`);
      return [];
    }
    const value = valueOf(field, texts, catalog);
    if (value === undefined) drop(column, shown, `is not ${expected(field)}`);
    if (typeof value === 'string' && charactersIn(value) > TEXT_MAX) {
      drop(column, `${shown.slice(0, 20)}…`, `must be at most ${TEXT_MAX} characters`, 'shortened');
      return [[key, [...value].slice(0, TEXT_MAX).join('')]];
    }
    return value === undefined ? [] : [[key, value]];
  });
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

/** Texts as the value of a field; undefined if they are none. */
function valueOf(
  { type, options }: CustomField,
  texts: readonly string[],
  catalog: Catalog,
): CustomFieldValue | undefined {
  const [text = ''] = texts;
  const optionOf = (name: string) => options.find((option) => option.toLowerCase() === name.toLowerCase());
  switch (type) {
    case 'text':
      return texts.join(', ');
    case 'url':
      return URL.canParse(text) ? text : undefined;
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'date':
      return parseDate(text)?.slice(0, 'YYYY-MM-DD'.length);
    case 'checkbox':
      return checkOf(text.toLowerCase());
    case 'select':
      return optionOf(text);
    case 'multi_select': {
      const names = texts.length > 1 ? texts : text.split(/[,;]/).map((part) => part.trim());
      const found = names.filter(Boolean).map(optionOf);
      return found.includes(undefined) ? undefined : [...new Set(found as string[])];
    }
    case 'user':
      return findMember(catalog, text)?.id;
  }
}

const checked = ['true', 'yes', '1', 'x', 'on'];
const unchecked = ['false', 'no', '0', 'off'];

/** What a text says of a checkbox; undefined for one that says nothing. */
function checkOf(text: string): boolean | undefined {
  if (checked.includes(text)) return true;
  return unchecked.includes(text) ? false : undefined;
}

function expected({ type, options }: CustomField): string {
  switch (type) {
    case 'select':
    case 'multi_select':
      return `among its options ${options.join(', ')}`;
    case 'user':
      return 'a member of the workspace';
    case 'checkbox':
      return 'true or false';
    case 'url':
      return 'an address';
    case 'number':
    case 'date':
    case 'text':
      return `a ${type}`;
  }
}
