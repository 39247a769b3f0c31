import { expect, test } from 'vitest';
import { html } from '../../shared/kernel/html/html.ts';
import type { Schema } from '../../shared/surface/docs/api-document.ts';
import { foldedChoices, typeInWords } from '../../shared/surface/docs/schema-words.ts';

const words = (schema: Schema): string =>
  html`${typeInWords(schema, (name) => `#${name}`)}`.text.replaceAll(/<\/?code>/g, '`');

const letters = [...'abcdefghij'];

test.each<[string, Schema]>([
  ['string, 1–500 characters', { type: 'string', minLength: 1, maxLength: 500 }],
  [
    'string, 16–255 ASCII characters without spaces',
    { type: 'string', minLength: 16, maxLength: 255, pattern: '^[!-~]+$' },
  ],
  [
    'string, 2–10 of A–Z and 0–9',
    { type: 'string', minLength: 2, maxLength: 10, pattern: '^[A-Z0-9]{2,10}$' },
  ],
  ['integer, -5 to 1,000', { type: 'integer', minimum: -5, maximum: 1000 }],
  ['number, at least 0, default `1`', { type: 'number', minimum: 0, default: 1 }],
  ['UUID, or null', { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }],
  [
    'list of UUIDs, up to 50 entries, no duplicates, empty by default',
    {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      maxItems: 50,
      uniqueItems: true,
      default: [],
    },
  ],
  ['list of strings (up to 9 characters)', { type: 'array', items: { type: 'string', maxLength: 9 } }],
  ['list of email addresses', { type: 'array', items: { type: 'string', format: 'email' } }],
  [
    'list of <a href="#Label">Label</a>, up to 2 entries',
    { type: 'array', items: { $ref: '#/components/schemas/Label' }, maxItems: 2 },
  ],
  ['object of strings', { type: 'object', additionalProperties: { type: 'string' } }],
  [
    'object',
    { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: {} }] } },
  ],
  [
    'object of lists of strings (up to 5 characters)',
    {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string', maxLength: 5 }, maxItems: 3 },
    },
  ],
  [
    'string, number or list of strings',
    {
      anyOf: [
        { type: 'string', maxLength: 9 },
        { type: 'number' },
        { type: 'string' },
        { type: 'array', items: { type: 'string' } },
      ],
    },
  ],
  ['list of strings, default `a b`', { type: 'array', items: { type: 'string' }, default: ['a', 'b'] }],
  ['`none`, `low` or `high`, default `none`', { enum: ['none', 'low', 'high'], default: 'none' }],
  ['`a`, `b`, `c` or 7 others', { enum: letters }],
  [
    'list, 1–9 entries; each is `a` or `b`',
    { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 9 },
  ],
  [
    'list; each is `a`, `b`, `c` or 7 others',
    { type: 'array', items: { anyOf: [{ enum: letters }, { type: 'string' }] } },
  ],
])('a type is said in words: %s', (text, schema) => {
  expect(words(schema)).toBe(text);
});

test('only the values that a line does not name are folded', () => {
  expect(foldedChoices({ enum: letters.slice(0, 8) })).toEqual([]);
  expect(foldedChoices({ enum: letters })).toEqual(letters);
  expect(foldedChoices({ type: 'array', items: { anyOf: [{ enum: letters }, { type: 'string' }] } })).toEqual(
    letters,
  );
  expect(foldedChoices({ type: 'string' })).toEqual([]);
});
