import { expect, test } from 'vitest';
import { invalidReference, invalidRequest } from '../../shared/core/errors.ts';

const problems = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ path: `field${n}`, message: 'is not right' }));

test('one invalid field is the message itself', () => {
  const { message, status, code, details } = invalidRequest(problems(1));
  expect([code, status, message]).toEqual(['invalid_request', 400, 'field0 is not right.']);
  expect(details).toEqual({ fields: problems(1) });
  expect(invalidReference(problems(1)).code).toBe('invalid_reference');
});

test('several are counted, and at most 50 of them listed', () => {
  expect(invalidRequest(problems(2)).message).toMatch(/^2 fields /);
  expect(invalidRequest(problems(50)).message).not.toContain('50 are listed');
  const many = invalidRequest(problems(51));
  expect(many.message).toContain('first 50 are listed');
  expect(many.details).toEqual({ fields: problems(50) });
});

test('a path of more than 200 characters is shortened', () => {
  const pathOf = (length: number) => {
    const { details } = invalidRequest([{ path: 'p'.repeat(length), message: 'is not known' }]);
    return (details as { fields: { path: string }[] }).fields[0]!.path;
  };
  expect(pathOf(200)).toBe('p'.repeat(200));
  expect(pathOf(201)).toBe(`${'p'.repeat(200)}…`);
});
