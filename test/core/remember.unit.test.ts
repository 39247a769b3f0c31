import { expect, test } from 'vitest';
import { remember } from '../../shared/kernel/core/remember.ts';

test('computes each result once, and the oldest anew once others have taken its place', () => {
  const computed: string[] = [];
  const upper = remember(2, (text) => {
    computed.push(text);
    return text.toUpperCase();
  });
  expect(['a', 'b', 'a', 'b'].map(upper)).toEqual(['A', 'B', 'A', 'B']);
  expect(computed).toEqual(['a', 'b']);
  expect(['c', 'b', 'a'].map(upper)).toEqual(['C', 'B', 'A']);
  expect(computed).toEqual(['a', 'b', 'c', 'a']);
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
