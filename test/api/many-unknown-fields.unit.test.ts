import * as z from 'zod';
import { expect, test } from 'vitest';
import { fieldProblems } from '../../shared/kernel/api/operation/field-problems.ts';

/** Milliseconds to say what is wrong with many unknown fields, for a schema with as many fields that are objects; the fastest of some. */
function timeWith(fields: number): number {
  const inner = z.strictObject({ one: z.string().optional(), other: z.string().optional() }).optional();
  const schema = z.strictObject(
    Object.fromEntries(Array.from({ length: fields }, (_, n) => [`f${n}`, inner])),
  );
  const sent = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`unknown${n}`, 1]));
  const { error } = schema.safeParse(sent, { reportInput: true });
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    expect(fieldProblems(error!, 'body', schema)).toHaveLength(20_000);
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

test('what thousands of unknown fields cost hardly depends on how many fields are known', () => {
  expect(timeWith(64) / timeWith(2)).toBeLessThan(5);
});
