import type { CustomField } from '../../shared/planning/story-parts/custom-field.ts';
import type { Catalog } from './catalog.ts';
import type { Recorder, ResourceCreator } from './resource-creator.ts';
import { parseDate } from './dates.ts';
import type { ImportEntry } from './entry.ts';

/** Creates the custom fields that rows have values of and the workspace lacks, of the type that all values fit. */
export async function completeFields(
  entries: readonly ImportEntry[],
  { customFields }: Catalog,
  names: ReadonlyMap<string, string>,
  maker: Pick<ResourceCreator, 'createField'>,
  record: Recorder,
): Promise<void> {
  const textsOf = new Map<string, string[][]>();
  for (const { column, texts } of entries.flatMap((entry) => entry.customFields)) {
    const key = column.slice('cf.'.length);
    if (!customFields.has(key)) textsOf.set(key, [...(textsOf.get(key) ?? []), texts]);
  }
  for (const [key, values] of textsOf) {
    const type = typeOf(values);
    customFields.set(key, await maker.createField({ key, name: names.get(key) ?? key, type }));
    record({ what: 'custom field', name: `${key} (${type})` });
  }
}

/** A number only if it is written as numbers are shown: 3.10 is a version. */
const isNumber = (text: string): boolean => Number.isFinite(Number(text)) && String(Number(text)) === text;
const isDate = (text: string): boolean =>
  /\d/.test(text) && !/^\d+(\.\d+)?$/.test(text) && parseDate(text)?.endsWith('T00:00:00.000Z') === true;
const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text);

/** The type of a field that can hold all of these values, each of which can have several texts. */
function typeOf(values: readonly (readonly string[])[]): CustomField['type'] {
  if (values.some(({ length }) => length > 1)) return 'text';
  const texts = values.flat();
  if (texts.every(isNumber)) return 'number';
  if (texts.every(isDate)) return 'date';
  return texts.every(isAddress) ? 'url' : 'text';
}
