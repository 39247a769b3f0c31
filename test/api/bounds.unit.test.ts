import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { allOperations } from '../../shared/surface/registry.ts';

/** A text of a request that the document bounds by its characters. */
interface Bound {
  name: string;
  schema: z.ZodType;
  max: number;
}

const scripts: Record<string, string> = { ASCII: 'a', Japanese: '日', emoji: '🚀', 'a composed letter': 'ä' };

/** The schema below optional, nullable and default ones. */
function inner(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return inner(schema.unwrap() as z.ZodType);
  return schema;
}

function boundsIn(schema: z.ZodType, name: string, seen: Set<z.ZodType>): Bound[] {
  const one = inner(schema);
  if (seen.has(one)) return [];
  seen.add(one);
  if (one instanceof z.ZodObject) {
    return Object.entries(one.shape as Record<string, z.ZodType>).flatMap(([key, part]) =>
      boundsIn(part, `${name}.${key}`, seen),
    );
  }
  if (one instanceof z.ZodArray) return boundsIn(one.element as z.ZodType, `${name}[]`, seen);
  if (one instanceof z.ZodUnion)
    return (one.options as z.ZodType[]).flatMap((option) => boundsIn(option, name, seen));
  if (!(one instanceof z.ZodString)) return [];
  const { maxLength, format } = z.toJSONSchema(one, { io: 'input', unrepresentable: 'any' });
  // Keys, slugs and addresses take certain characters only.
  const takesAny = Object.values(scripts).every((character) => one.safeParse(character.repeat(2)).success);
  return maxLength === undefined || format !== undefined || !takesAny
    ? []
    : [{ name, schema: one, max: maxLength }];
}

const bounds = allOperations.flatMap(({ id, input }) => {
  const seen = new Set<z.ZodType>();
  return [input.query, input.body]
    .filter((schema) => schema !== null && schema !== undefined)
    .flatMap((schema) => boundsIn(schema, id, seen));
});

test('texts of every kind of request are bounded', () => {
  expect(bounds.length).toBeGreaterThan(150);
});

describe.each(bounds.map((bound) => [`${bound.name} (${bound.max})`, bound] as const))(
  '%s',
  (_, { schema, max }) => {
    test.each(Object.keys(scripts))('takes as many characters as the document says: %s', (script) => {
      const text = scripts[script]!;
      expect(schema.safeParse(text.repeat(max)).success).toBe(true);
      expect(schema.safeParse(text.repeat(max + 1)).success).toBe(false);
    });
  },
);

test('what the document says of a text on one line excludes the control characters that are refused', () => {
  const wrong = bounds.filter(({ schema }) => {
    const { pattern } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    if (pattern === undefined) return false;
    return ['\0', '\n', '\x80', '\x85', '\x9f'].some(
      (control) => new RegExp(pattern, 'u').test(`a${control}a`) !== schema.safeParse(`a${control}a`).success,
    );
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
