import type * as z from 'zod';
import type { JsonSchema } from '../../core/json-schema.ts';
import type { Operation } from '../operation/operation-kinds.ts';
import type { SchemaCollector } from './schemas.ts';

/** The path, query and header parameters of an operation. */
export function parametersOf(operation: Operation, schemas: SchemaCollector): JsonSchema[] {
  const { input, idempotency, kind, method } = operation;
  return [
    ...parameters(input.path, 'path', schemas),
    ...parameters(input.query, 'query', schemas),
    ...(idempotency === 'none' ? [] : [idempotencyHeader(idempotency === 'required')]),
    ...(kind === 'resource' && method === 'GET' ? [ifNoneMatch] : []),
    ...(kind === 'resource' && operation.ifMatch ? [ifMatch] : []),
  ];
}

const ifNoneMatch: JsonSchema = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an earlier response; if nothing has changed since, the response is a 304.',
  schema: { type: 'string' },
};

const ifMatch: JsonSchema = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the version that you have read, or its updatedAt in quotes; if it is no longer current, the response is a 409.',
  schema: { type: 'string' },
};

function parameters(schema: z.ZodObject, place: 'path' | 'query', schemas: SchemaCollector): JsonSchema[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, part]) => {
    const { description = place === 'path' ? meaning(name) : undefined, ...converted } = schemas.convert(
      part,
      'input',
    );
    return {
      name,
      in: place,
      required: place === 'path' || !part.safeParse(undefined).success,
      ...(description ? { description } : {}),
      // Several values share one parameter, separated by commas.
      ...(converted['type'] === 'array' ? { style: 'form', explode: false } : {}),
      schema: converted,
    };
  });
}

/** `storyId` is the id of the story. */
const meaning = (name: string): string | undefined =>
  name.endsWith('Id')
    ? `The id of the ${name.slice(0, -2).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}.`
    : undefined;

const idempotencyHeader = (required: boolean): JsonSchema => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description: 'Unique per operation; use the same key to retry a request.',
  schema: { type: 'string', pattern: '^[!-~]+$', minLength: 16, maxLength: 255 },
});

/** Parameters that several operations share, as components, and each operation's list with references to them. */
export function shareParameters(lists: readonly JsonSchema[][]): {
  components: Record<string, JsonSchema>;
  lists: JsonSchema[][];
} {
  const uses = Map.groupBy(lists.flat(), (parameter) => JSON.stringify(parameter));
  const components: Record<string, JsonSchema> = {};
  const references = new Map<string, JsonSchema>();
  const byUse = [...uses].sort(([, one], [, other]) => other.length - one.length);
  for (const [text, [parameter, ...others]] of byUse) {
    const name = componentName(parameter!);
    // The rarer of two that differ under one name stays where it is used.
    if (others.length === 0 || components[name]) continue;
    components[name] = parameter!;
    references.set(text, { $ref: `#/components/parameters/${name}` });
  }
  return {
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    lists: lists.map((list) =>
      list.map((parameter) => references.get(JSON.stringify(parameter)) ?? parameter),
    ),
  };
}

/** `StoryId` in a path, `StoryIdFilter` in a query; for a header its name, and whether it may be left out. */
function componentName({ name, in: place, required }: JsonSchema): string {
  const words = String(name)
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
  if (place === 'header') return required ? words : `Optional${words}`;
  return place === 'query' && words.endsWith('Id') ? `${words}Filter` : words;
}
