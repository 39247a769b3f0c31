import { expect, test } from 'vitest';
import { parseTextQuery } from '../../shared/kernel/words/text-query.ts';

test.each([
  ['log in', [false, true]],
  ['log in ', [false, false]],
  ['log "in"', [false, false]],
  ['log -in', [true]],
])('only the last word, while it is being typed, may be the beginning of another: %s', (text, open) => {
  expect(parseTextQuery(text).groups.map((group) => group.open)).toEqual(open);
});
