import { describe, expect, test } from 'vitest';
import type { CustomField } from '../../../shared/planning/story-parts/custom-field.ts';
import type { Catalog } from '../../../cli/import/catalog.ts';
import type { ImportEntry } from '../../../cli/import/entry.ts';
import { createMapping } from '../../../cli/import/mapping.ts';
import { completeFields } from '../../../cli/import/new-fields.ts';
import { linkParents } from '../../../cli/import/parents.ts';

describe('the key of a file is guessed', () => {
  const keyOf = (...ids: string[]) => {
    const rows = ids.map((id, n) => ({ number: n + 1, values: { ID: id, Title: 'One', Team: 'ENG' } }));
    return createMapping(rows, []).key;
  };

  test('from a column whose name only keys have, also where a few of its values repeat', () => {
    expect(keyOf('a', 'b', 'c')).toMatchObject({ guessed: true });
    expect(keyOf('a', 'b', 'b')).toMatchObject({ guessed: true });
  });

  test('but not where only half of them differ', () => {
    expect(keyOf('a', 'a', 'b', 'b')).toBeUndefined();
    expect(keyOf('a', 'a', 'a')).toBeUndefined();
  });
});

describe('a circle of parents is opened at its highest key', () => {
  const opened = (...keys: string[]) => {
    const entries = keys.map(
      (key, n) =>
        ({ row: n + 1, key, parent: keys[(n + 1) % keys.length] }) as Partial<ImportEntry> as ImportEntry,
    );
    const { parentOf, order, warnings } = linkParents(entries);
    expect(order).toHaveLength(keys.length);
    expect(warnings).toHaveLength(1);
    return entries.filter((entry) => !parentOf.has(entry)).map(({ key }) => key);
  };

  test('by value where keys are numbers', () => {
    expect(opened('9', '10')).toEqual(['10']);
    expect(opened('10', '9', '2')).toEqual(['10']);
  });

  test('by their characters elsewhere', () => {
    expect(opened('ENG-9', 'ENG-10')).toEqual(['ENG-9']);
    expect(opened('a', 'c', 'b')).toEqual(['c']);
  });
});

describe('a custom field that is created has the type', () => {
  const typeOf = async (...values: string[][]): Promise<string> => {
    const entries = values.map((texts) => ({ customFields: [{ column: 'cf.it', texts }] }));
    const made: string[] = [];
    await completeFields(
      entries as unknown as ImportEntry[],
      { customFields: new Map() } as unknown as Catalog,
      new Map([['it', 'It']]),
      { createField: (field) => Promise.resolve(field as CustomField) },
      ({ name }) => made.push(name),
    );
    return made.join();
  };

  test.each([
    ['number', [['1'], ['2.5'], ['-3']]],
    // As a number, 3.10 would be 3.1.
    ['text', [['3.9'], ['3.10']]],
    ['date', [['2026-11-20'], ['20 Nov 2026']]],
    ['url', [['https://example.com/a']]],
    ['text', [['a', 'b'], ['1']]],
    ['text', [['1'], ['one']]],
  ] as [string, string[][]][])('%s for %j', async (type, values) => {
    expect(await typeOf(...values)).toBe(`it (${type})`);
  });
});
