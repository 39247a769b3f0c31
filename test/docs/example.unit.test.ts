import { expect, test } from 'vitest';
import { exampleOf } from '../../shared/surface/docs/example.ts';
import { exampleValues } from '../../shared/surface/docs/example-values.ts';

test.each([
  ['an integer', 'integer', exampleValues['StoryCounts.total']],
  ['a number', 'number', exampleValues['StoryCounts.total']],
  ['either of them, or nothing', ['integer', 'null'], exampleValues['StoryCounts.total']],
  ['a text, which no number fits', 'string', 'example'],
])('an example of %s is made from the named values', (_, type, expected) => {
  const StoryCounts = { type: 'object', properties: { total: { type } }, required: ['total'] };
  const schema = { $ref: '#/components/schemas/StoryCounts' };
  expect(exampleOf(schema, { StoryCounts }, 'answer')).toEqual({ total: expected });
});
