import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { table } from '../../shared/kernel/db/table.ts';

/** What these two are called is what they are for: lists of resources, and what is due at a time. */
const TELLING = ['list', 'due'];

test('only the table knows what its general indexes are called there', () => {
  const general = Object.entries(table.indexes).filter(([name]) => !TELLING.includes(name));
  const names = general.map(([name]) => name).join('|');
  const attributes = general.map(([, { partitionKey }]) => partitionKey).join('|');
  const named = new RegExp(`\\bindex: .*'(${names})'|\\b(${attributes}):|'(${attributes})'`);
  const files = globSync('{shared,functions,infra,cli}/**/*.ts').filter(
    (file) => file !== 'shared/kernel/db/table.ts',
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => named.test(readFileSync(file, 'utf8')))).toEqual([]);
});
