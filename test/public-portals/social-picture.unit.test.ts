import { expect, test } from 'vitest';
import { socialPictureView } from '../../shared/pages/public-portals/social-picture-view.ts';

/** The lines of a title without anything but it. */
function linesOf(title: string): string[] {
  const { text } = socialPictureView({ color: '#0a7d55', name: 'Harbour', title, fact: undefined }, 'Test');
  const [, , ...lines] = [...text.matchAll(/<text[^>]*>\s*([^<]*?)\s*<\/text>/g)].map(([, line]) => line!);
  return lines;
}

test('a long title ends after a word, without a mark before the ellipsis', () => {
  const title = 'Rearrange the comprehensive documentation, of international collaborations, of';
  const lines = linesOf(`${title} organisations everywhere`);
  const words = `${title} organisations everywhere`.split(/[ ,]+/);
  expect(lines.at(-1)).toMatch(/\p{Letter}…$/u);
  for (const word of lines.join(' ').replace('…', '').split(/[ ,]+/)) expect(words).toContain(word);
});

test.each([
  ['one word that is longer than a line', 'Donaudampfschifffahrt'.repeat(10), /fahrtD?\p{Letter}*…$/u],
  ['words without spaces between them', '計画を立てる'.repeat(40), /\p{Letter}…$/u],
])('a title of %s fills the last line', (_, title, end) => {
  const lines = linesOf(title);
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(end);
  expect(lines.at(-1)!.length).toBeGreaterThan(10);
});
