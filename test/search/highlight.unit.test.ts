import { expect, test, vi } from 'vitest';
import { finderOf, snippetOf, type Finder } from '../../shared/kernel/words/highlight.ts';
import { parseTextQuery } from '../../shared/kernel/words/text-query.ts';

const finderFor = (query: string) => finderOf(parseTextQuery(query), []);

const filler = (words: number) => Array.from({ length: words }, (_, n) => `word${n}`).join(' ');

test.each([
  ['login', 'the LOGIN page'],
  ['cafe', 'a Café here'],
  ['dont', "we don't know"],
  ['page', 'in readStoryPage now'],
  ['running', 'it runs well'],
  ['happy', 'many happily so'],
  ['i18n', 'for i18n only'],
  ['品質', '品質を上げる'],
  ['🚀', 'it takes off 🚀 soon'],
  ['\u{1f3fd}', 'a skin tone alone, \u{1f3fd}, is found'],
  ['Straße', 'die STRASSE dort'],
])('the excerpt of a long text is around what was found of %s', (query, found) => {
  expect(snippetOf(`${filler(2_000)} ${found} ${filler(2_000)}`, finderFor(query))).toContain(found);
});

test('the excerpt shows where most words stand', () => {
  const text = `login ${filler(60)} login fails twice ${filler(60)} fails`;
  expect(snippetOf(text, finderFor('login fails twice'))).toContain('login fails twice');
});

test.each([
  ['quartz', `${filler(4_000)} quartz ${filler(4_000)}`],
  ['quartz', 'quartz '.repeat(5_000)],
  ['品質', `${'設計の見直し。'.repeat(2_000)}品質${'設計の見直し。'.repeat(2_000)}`],
  ['日', '日'.repeat(32_000)],
  ['🚀', `${filler(4_000)} 🚀 ${filler(4_000)}`],
  ['🚀', '設計の見直し。'.repeat(4_000)],
])('only the parts of a long text that may have %s are cut into words', (query, text) => {
  const finder: Finder = finderFor(query);
  const rangesIn = vi.spyOn(finder, 'rangesIn');
  snippetOf(text, finder);
  const charactersCut = rangesIn.mock.calls.reduce((sum, [{ length }]) => sum + length, 0);
  expect(charactersCut).toBeLessThan(3_000);
});

test('the excerpt of a long text without spaces is around what was found, and splits no character', () => {
  const text = `${'𠮷'.repeat(3_001)}品質${'𠮷'.repeat(3_000)}`;
  const snippet = snippetOf(text, finderFor('品質'));
  expect(snippet).toContain('品質');
  expect(snippet.isWellFormed()).toBe(true);
});
