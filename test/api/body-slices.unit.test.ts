import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodySlices } from '../../shared/kernel/api/bulk/body-slices.ts';

test.each([
  ['{"items":[]}', []],
  ['{"items":[{}]}', ['']],
  [
    ' { "more" : [ {"body":1} ] , "items" : [ { "key":"[{" , "body" : { "a" : [ 1 , "}" ] } } ] } ',
    ['{ "a" : [ 1 , "}" ] }'],
  ],
  ['{"items":[{"body":1}],"items":[{"body":"a","body":"b"},{"x":{"body":2}}]}', ['"b"', '']],
  ['{"it\\u0065ms":[{"b\\u006fdy":-1.5e3}]}', ['-1.5e3']],
])('the bodies of items are found in %s', (text, slices) => {
  expect(bodySlices(text)).toEqual(slices);
});

test('each slice is the exact text of the body, whatever it has', () => {
  const json = fc.json({ maxDepth: 4 });
  fc.assert(
    fc.property(fc.array(fc.tuple(json, json)), fc.constantFrom('', ' ', '\n\t'), (sent, blank) => {
      const items = sent.map(([other, body]) => `{"other"${blank}:${other},"body":${blank}${body}${blank}}`);
      expect(bodySlices(`{"items":[${items.join(`${blank},`)}]}`)).toEqual(
        sent.map(([, body]) => body.trim()),
      );
    }),
  );
});
