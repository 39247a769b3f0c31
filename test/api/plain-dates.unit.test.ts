import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { allOperations } from '../../shared/surface/registry.ts';

/** Every field of a body or a query that takes a date-time, with its schema. */
const fields = allOperations.flatMap(({ id, input }) =>
  [input.query, input.body].flatMap((part) =>
    part instanceof z.ZodObject
      ? Object.entries(part.shape).flatMap(([name, schema]) => {
          const { format } = z.toJSONSchema(schema as z.ZodType, { io: 'input' }) as { format?: string };
          return format === 'date-time' ? [[`${id} ${name}`, schema as z.ZodType] as const] : [];
        })
      : [],
  ),
);

describe('a plain date stands for its midnight UTC in', () => {
  test.each(fields)('%s', (_, schema) => {
    expect(schema.parse('2026-11-20')).toBe('2026-11-20T00:00:00.000Z');
    for (const wrong of ['2026-02-29', '2026-1-2', '2026-11-20Z', '20261120', '2026-11', ' 2026-11-20']) {
      expect(schema.safeParse(wrong).success, wrong).toBe(false);
    }
  });
});
