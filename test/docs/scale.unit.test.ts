import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { largeTeamFigures, scaleFigures } from './scale-figures.ts';

/** The figures of a section of docs/scale.md, by name. */
function figuresOf(section: string): Record<string, string> {
  const page = readFileSync('docs/scale.md', 'utf8');
  const [text = ''] = page.split(`\n## ${section}\n`)[1]?.split('\n## ') ?? [];
  const rows = [...text.matchAll(/^\| (.+?) +\| +([\d,.]+) \|$/gm)];
  return Object.fromEntries(rows.map(([, name, figure]) => [name, figure]));
}

test('the figures of docs/scale.md are those of the code', () => {
  expect(figuresOf('Figures')).toEqual(scaleFigures());
});

test('the figures of one team with 10 million stories are those of the code', () => {
  expect(figuresOf('One team with 10 million stories')).toEqual(largeTeamFigures());
});
