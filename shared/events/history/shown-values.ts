import { truncate } from '../../kernel/core/truncate.ts';
import { withoutOverrides } from '../../kernel/core/visible.ts';
import { namedFields } from '../../nouns/names.ts';

/** Names by id, limited to those that the reader may see. */
export type NamesById = ReadonlyMap<string, string>;

/** Characters of a value in a sentence. */
const VALUE_MAX_CHARACTERS = 80;

/** User content in one line of bounded length. */
export const boundedLine = (text: string): string => truncate(withoutOverrides(text), VALUE_MAX_CHARACTERS);

/** The text of a value in a sentence; null for no value, undefined for one that the reader may not know. */
export function valueText(field: string, value: unknown, names: NamesById): string | null | undefined {
  if (value === null || value === undefined) return null;
  const known = typeof value === 'string' ? value : JSON.stringify(value);
  const named = namedFields.get(field);
  if (named) {
    const name = names.get(known);
    if (name === undefined) return undefined;
    return named.quoted ? `“${boundedLine(name)}”` : boundedLine(name);
  }
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (field.endsWith('Minutes')) return `${known} minute${value === 1 ? '' : 's'}`;
  return isTime(field, value) ? value.slice(0, 'YYYY-MM-DD'.length) : boundedLine(known.replaceAll('_', ' '));
}

/** Both values of a field as texts that differ: of times on one day, with the time of day. */
export function differingTexts(field: string, [from, to]: readonly [unknown, unknown], names: NamesById) {
  const texts = [valueText(field, from, names), valueText(field, to, names)] as const;
  if (texts[0] !== texts[1] || !isTime(field, from) || !isTime(field, to)) return texts;
  return [minuteOf(from), minuteOf(to)] as const;
}

const isTime = (field: string, value: unknown): value is string =>
  typeof value === 'string' && /(Date|At)$/.test(field);

const minuteOf = (time: string): string =>
  `${time.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')} UTC`;
