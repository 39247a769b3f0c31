import { describe, expect, test } from 'vitest';
import { docsFinder } from '../../shared/surface/docs/find-in-docs.ts';
import { docsIndex } from '../../shared/surface/docs/search-index.ts';

const word = (position: number): string =>
  `w${[...String(position)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}orde`;

/** Pages with the same common words, and many rare ones. */
const pages = Array.from({ length: 200 }, (_, page) => ({
  name: `page-${page}`,
  title: `Page ${page}`,
  text: `<main>${Array.from({ length: 100 }, (_unused, at) => `the of a to ${word((page * 7 + at) % 2_000)}`).join(' ')}</main>`,
}));
const index = docsIndex(pages);

/** The least time of some runs on a search of its own, in milliseconds. */
function fastest(query: string): number {
  const times = Array.from({ length: 3 }, () => {
    const find = docsFinder(index);
    const start = performance.now();
    find(query);
    return performance.now() - start;
  });
  return Math.min(...times);
}

describe('a search of the documentation that is made to be slow', () => {
  test('reads the pages once for many phrases of common words', () => {
    const phrases = ['of a', 'the of', 'a to', 'of x', 'to of', 'the x'];
    const many = Array.from({ length: 22 }, (_, at) => `"${phrases[at % phrases.length]!}"`).join(' ');
    expect(fastest(many)).toBeLessThan(fastest('"of a"') * 6);
  });

  test('corrects eight of many words with typing errors', () => {
    const words = [...'abcdefghijkl'].map((letter) => `${letter}${letter}plank`);
    const own = words.map((text) => ({ name: text, title: 'Page', text: `<main>${text}</main>` }));
    const wrong = words.map((text) => text.replace('pla', 'pal'));
    expect(docsFinder(docsIndex(own))(wrong.slice(0, 3).join(' ')).total).toBe(3);
    expect(docsFinder(docsIndex(own))(wrong.join(' ')).total).toBe(8);
  });
});
