import { expect, test } from 'vitest';
import { memoizeByText } from '../../shared/kernel/core/memoize-by-text.ts';

test('a cache computes a result again only after others have taken its place, the least recently used first', () => {
  const computed: string[] = [];
  const upper = memoizeByText(2, (text) => {
    computed.push(text);
    return text.toUpperCase();
  });
  expect(['a', 'b', 'a', 'b'].map(upper)).toEqual(['A', 'B', 'A', 'B']);
  expect(computed).toEqual(['a', 'b']);
  for (const other of ['c', 'd', 'e', 'f'])
    expect([upper('a'), upper(other)]).toEqual(['A', other.toUpperCase()]);
  expect(computed).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(upper('b')).toBe('B');
  expect(computed.at(-1)).toBe('b');
});

test('a cache remembers a result that is undefined', () => {
  let computed = 0;
  const nothing = memoizeByText(1, () => {
    computed++;
  });
  nothing('a');
  nothing('a');
  expect(computed).toBe(1);
});
