import * as z from 'zod';
import { expect, test } from 'vitest';
import { fieldProblems } from '../../shared/kernel/api/operation/field-problems.ts';
import { allOperations } from '../../shared/surface/registry.ts';

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** An object that a body can have at a path, with `0` for the first item of a list, and its fields. */
interface Place {
  path: string[];
  fields: string[];
}

/** Every object of a schema that accepts no unknown fields, however deep. */
function placesOf(schema: Schema, named = schema.$defs ?? {}, path: string[] = []): Place[] {
  const { properties, items, anyOf = [], $ref } = schema;
  if ($ref) return placesOf(named[$ref.replace('#/$defs/', '')]!, named, path);
  const inner = Object.entries(properties ?? {}).flatMap(([name, of]) =>
    placesOf(of, named, [...path, name]),
  );
  return [
    ...(properties && schema.additionalProperties === false
      ? [{ path, fields: Object.keys(properties) }]
      : []),
    ...inner,
    ...(items ? placesOf(items, named, [...path, '0']) : []),
    ...anyOf.flatMap((one) => placesOf(one, named, path)),
  ];
}

/** The name with its last two letters exchanged. */
const mistyped = (name: string): string => `${name.slice(0, -2)}${name.at(-1)!}${name.at(-2)!}`;

/** A body that has nothing but one field, at a place. */
const bodyWith = ({ path }: Place, name: string): unknown =>
  path.reduceRight<unknown>((value, step) => (step === '0' ? [value] : { [step]: value }), { [name]: 'x' });

const bodies = allOperations.flatMap(({ id, input: { body } }) => (body ? [{ id, body }] : []));
const places = bodies.flatMap(({ id, body }) =>
  placesOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema).map((place) => ({
    id,
    body,
    place,
  })),
);

test('bodies have objects within objects, and within lists', () => {
  const depths = places.map(({ place }) => place.path.length);
  expect(Math.max(...depths)).toBeGreaterThanOrEqual(3);
  expect(places.some(({ place }) => place.path.includes('0'))).toBe(true);
});

test.each(places.map((one) => [`${one.id} ${one.place.path.join('.')}`, one] as const))(
  '%s: an unknown field leads to the one that was meant',
  (_, { body, place }) => {
    for (const name of place.fields.filter(
      (field) => mistyped(field) !== field && !place.fields.includes(mistyped(field)),
    )) {
      const typo = mistyped(name);
      const { error } = body.safeParse(bodyWith(place, typo));
      const problems = fieldProblems(error!, 'body', body);
      const problem = problems.find(({ path }) => path === [...place.path, typo].join('.'));
      expect(problem?.message, typo).toMatch(/^is not a known field; did you mean /);
      expect(problem?.message.match(/\w+/g), typo).toContain(name);
    }
  },
);
