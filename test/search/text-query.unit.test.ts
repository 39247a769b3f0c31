import { expect, test } from 'vitest';
import { parseTextQuery } from '../../shared/kernel/words/text-query.ts';
import { signsOf, wordsOf } from '../../shared/kernel/words/words.ts';

test.each([
  ['log in', [false, true]],
  ['log in ', [false, false]],
  ['log "in"', [false, false]],
  ['log -in', [true]],
])('only the last word, while it is being typed, may be the beginning of another: %s', (text, open) => {
  expect(parseTextQuery(text).groups.map((group) => group.open)).toEqual(open);
});

const termsOf = (text: string) =>
  parseTextQuery(text).groups.map(({ words }) => words.map(({ term }) => term));

test.each([
  ['🚀', '🚀 launch day', true],
  ['👍', 'thumbs 👍🏽 up', true],
  ['❤️', 'a ❤ without its selector', true],
  ['→', 'one→two', true],
  ['&', 'R&D', true],
  ['🚀', '🎉', false],
  ['→', '←', false],
  ['\u{1f3fd}', 'skin tones: \u{1f3fb}\u{1f3fd}', true],
  ['\u{1f3fd}', 'skin tones: \u{1f3fb}', false],
])('the sign %s alone is found in %s: %s', (query, text, isFound) => {
  const [[term] = []] = termsOf(query);
  expect(signsOf(text).some((sign) => sign.term === term)).toBe(isFound);
});

test('signs of punctuation between words have no meaning, emoji and arrows do', () => {
  expect(termsOf('log - in & out')).toEqual(termsOf('log in out'));
  expect(termsOf('log 🚀').length).toBe(2);
  expect(parseTextQuery('log -🚀').excluded).toHaveLength(1);
  expect(parseTextQuery('a -> b').excluded).toEqual([]);
});

test.each([
  ['Qua\u00adlität', 'Qualität'],
  ['zero\u200bwidth', 'zerowidth'],
  ['日本\u200b語', '日本語'],
  ['กข\u200bคง', 'กขคง'],
  ['می\u200cخواهم', 'میخواهم'],
])('%s is searched for without what no reader sees', (one, other) => {
  expect(wordsOf(one).map(({ term }) => term)).toEqual(wordsOf(other).map(({ term }) => term));
});

test('a phrase can contain a quotation mark', () => {
  expect(termsOf(String.raw`"run \"hi\" now" end`)).toEqual([['run', 'hi', 'now'], ['end']]);
});

test.each([
  ['a '.repeat(250).trim(), 1],
  ['"a b" '.repeat(80), 1],
  ['login "login" Login logins', 2],
  ['a b a c b', 3],
])('words that are repeated are searched for once: %s', (text, count) => {
  const { groups } = parseTextQuery(text);
  expect(groups).toHaveLength(count);
  const excluding = parseTextQuery(
    `${text
      .split(' ')
      .map((word) => `-${word}`)
      .join(' ')} z`,
  );
  expect(excluding.groups).toHaveLength(1);
  expect(excluding.excluded.length).toBeLessThanOrEqual(count + 1);
});

test('of repeated words, the one that is being typed may be the beginning of another', () => {
  expect(parseTextQuery('log in log').groups.map(({ open }) => open)).toEqual([false, true]);
});

test('all groups together have at most 32 words, of which the last ones stay', () => {
  const phrase = (n: number) => `"${Array.from({ length: 12 }, (_, at) => `w${n}x${at}`).join(' ')}"`;
  const text = [1, 2, 3, 4].map(phrase).join(' ');
  expect(termsOf(text).map(([first]) => first)).toEqual(['w3x0', 'w4x0']);
  expect(parseTextQuery(`a ${text.replaceAll(' "', ' -"')}`).excluded).toHaveLength(2);
  expect(termsOf(Array.from({ length: 40 }, (_, n) => `w${n}`).join('-'))[0]).toHaveLength(32);
});
