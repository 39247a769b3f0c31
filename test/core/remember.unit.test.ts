import { expect, test } from 'vitest';
import { remember } from '../../shared/kernel/core/remember.ts';

test('computes a result again only after others have taken its place, the least recently used first', () => {
  const computed: string[] = [];
  const upper = remember(2, (text) => {
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

test('remembers a result that is undefined', () => {
  let computed = 0;
  const nothing = remember(1, () => {
    computed++;
  });
  nothing('a');
  nothing('a');
  expect(computed).toBe(1);
});
