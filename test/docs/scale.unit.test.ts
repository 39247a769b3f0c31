import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scaleFigures } from './scale-figures.ts';

test('the figures of docs/scale.md are those of the code', () => {
  const [, section = ''] = /\n## Figures\n(.*?)\n## /s.exec(readFileSync('docs/scale.md', 'utf8')) ?? [];
  const rows = [...section.matchAll(/^\| (.+?) +\| +([\d,.]+) \|$/gm)].map(([, name, figure]) => [
    name,
    figure,
  ]);
  expect(Object.fromEntries(rows)).toEqual(scaleFigures());
});
