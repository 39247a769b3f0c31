import { expect, test } from 'vitest';
import { invalidReference, invalidRequest } from '../../shared/kernel/core/errors.ts';

const problems = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ path: `field${n}`, message: 'is not right' }));

const shown = (count: number) =>
  problems(count).map((problem) => ({ in: 'body', code: 'invalid_value', ...problem }));

test('one invalid field is the message itself', () => {
  const { message, status, code, fields } = invalidRequest(problems(1));
  expect([code, status, message]).toEqual(['invalid_request', 400, 'field0 is not right.']);
  expect(fields).toEqual(shown(1));
  expect(invalidReference(problems(1))).toMatchObject({
    code: 'invalid_reference',
    fields: [{ in: 'body', code: 'invalid_reference' }],
  });
});

test.each([
  [
    { in: 'query', path: 'limit', message: 'must be at most 100' },
    'Query parameter limit must be at most 100.',
  ],
  [{ in: 'path', path: 'storyId', message: 'must be a UUID' }, 'Path parameter storyId must be a UUID.'],
  [{ in: 'header', path: 'Idempotency-Key', message: 'is required' }, 'Header Idempotency-Key is required.'],
  [{ in: 'body', path: '', message: 'is not valid JSON' }, 'The body is not valid JSON.'],
  [
    { in: 'query', path: 'filter', message: 'names no sprint: there are Sprint 5, Sprint 6, ….' },
    'Query parameter filter names no sprint: there are Sprint 5, Sprint 6, ….',
  ],
] as const)('%j becomes a sentence', (problem, sentence) => {
  expect(invalidRequest([problem]).message).toBe(sentence);
});

test('several errors are counted, and at most 50 of them listed', () => {
  expect(invalidRequest(problems(2)).message).toBe('2 fields are invalid. field0 is not right.');
  expect(invalidRequest(problems(50)).message).not.toContain('50 are listed');
  const many = invalidRequest(problems(51));
  expect(many.message).toContain('first 50 are listed');
  expect(many.fields).toEqual(shown(50));
});

test('a path of more than 200 characters is shortened', () => {
  const pathOf = (length: number) => {
    return invalidRequest([{ path: 'p'.repeat(length), message: 'is not known' }]).fields[0]!.path;
  };
  expect(pathOf(200)).toBe('p'.repeat(200));
  expect(pathOf(201)).toBe(`${'p'.repeat(200)}…`);
});
