import * as z from 'zod';
import { expect, test } from 'vitest';
import { fieldProblems } from '../../shared/kernel/api/operation/field-problems.ts';
import { allOperations } from '../../shared/surface/registry.ts';

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** The paths of all fields of a schema, with `0` for the first item of a list; not within what contains itself. */
function pathsOf(schema: Schema, path: string[] = [], named = schema.$defs ?? {}): string[][] {
  if (schema.$ref || path.length > 6) {
    const target = named[schema.$ref?.replace('#/$defs/', '') ?? ''];
    return target && path.length <= 6 ? pathsOf(target, path, named) : [];
  }
  const fields = Object.entries(schema.properties ?? {}).map(([name, of]) => [name, of] as const);
  const parts = schema.items ? [...fields, ['0', schema.items] as const] : fields;
  return [
    ...parts.flatMap(([step, of]) => [[...path, step], ...pathsOf(of, [...path, step], named)]),
    ...(schema.anyOf ?? []).flatMap((one) => pathsOf(one, path, named)),
  ];
}

const valueAt = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, step) => (step === '0' ? [inner] : { [step]: inner }), value);

const values = [5, -1.5, 1e300, true, '', 'x', 'x'.repeat(50_000), [], [5], [['x']], [{}], {}, { a: {} }];

/** What the library for schemas says where a schema has no sentence of its own. */
const ITS_WORDS = /^(Too (big|small)|Invalid |Unrecognized)|\b(expected|received) /;

/** The items of requests in bulk are validated one by one, as the single operations are. */
const single = allOperations.filter(({ id }) => !id.startsWith('bulk'));

const parts = single.flatMap(({ id, input: { query, body } }) => [
  ...(query ? [{ id, place: 'query' as const, schema: query }] : []),
  ...(body ? [{ id, place: 'body' as const, schema: body }] : []),
]);

test('what is wrong with a value is said in the words of the API, for each field of each operation', () => {
  const said = parts.flatMap(({ id, place, schema }) =>
    pathsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema).flatMap((path) =>
      values.flatMap((value) => {
        const { error } = schema.safeParse(valueAt(path, value));
        return (error ? fieldProblems(error, place, schema) : [])
          .filter(({ message }) => ITS_WORDS.test(message))
          .map(({ path: at, message }) => `${id} ${at}: ${message}`);
      }),
    ),
  );
  expect([...new Set(said)]).toEqual([]);
});
