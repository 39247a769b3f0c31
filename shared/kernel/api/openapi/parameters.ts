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
    ...(method !== 'GET' && (kind === 'resource' || kind === 'bulk') ? [changeSet] : []),
    ...(kind === 'resource' && method === 'GET' ? [ifNoneMatch] : []),
    ...(kind === 'resource' && operation.ifMatch ? [ifMatch] : []),
  ];
}

const changeSet: JsonSchema = {
  name: 'Change-Set',
  in: 'header',
  required: false,
  description:
    'A UUID of your choice that groups this write with others, so that they can be shown and reverted together.',
  schema: { type: 'string', format: 'uuid' },
};

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
    const { description, ...converted } = schemas.convert(part, 'input');
    const meaning = description ?? (place === 'path' ? pathMeaning(name) : filterMeaning(name, converted));
    return {
      name,
      in: place,
      required: place === 'path' || !part.safeParse(undefined).success,
      ...(meaning ? { description: meaning } : {}),
      // Several values share one parameter, separated by commas.
      ...(converted['type'] === 'array' ? { style: 'form', explode: false } : {}),
      ...(converted['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
      schema: converted,
    };
  });
}

/** `keyResultId` is the id of a `key result`. */
const nounOf = (name: string): string | undefined =>
  name.endsWith('Id')
    ? name.slice(0, -2).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : undefined;

function pathMeaning(name: string): string | undefined {
  const noun = nounOf(name);
  return noun && `The id of the ${noun}.`;
}

/** The description of a filter that has none: one by id, or a bound of a period. */
function filterMeaning(name: string, { type }: JsonSchema): string | undefined {
  const noun = nounOf(name);
  if (name === 'since') return 'Start of the period (inclusive).';
  if (name === 'before') return 'End of the period (exclusive).';
  if (noun === undefined) return type === 'array' ? 'Only results with one of these values.' : undefined;
  const plural = noun.endsWith('s') ? `${noun}es` : `${noun}s`;
  return type === 'array'
    ? `Only results of these ${plural}, by id.`
    : `Only results of this ${noun}, by id.`;
}

const idempotencyHeader = (required: boolean): JsonSchema => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description:
    'Identifies this write. To retry it safely, send the same key again; use a new key for each other write.',
  schema: { type: 'string', pattern: '^[!-~]+$', minLength: 16, maxLength: 255 },
});

/**
 * Parameters that several operations share, as components, and each operation's list with references to them.
 * `schemaNames` are not theirs: generators number one of two types of one name.
 */
export function shareParameters(
  lists: readonly JsonSchema[][],
  schemaNames: readonly string[],
): {
  components: Record<string, JsonSchema>;
  lists: JsonSchema[][];
} {
  const uses = Map.groupBy(lists.flat(), (parameter) => JSON.stringify(parameter));
  const components: Record<string, JsonSchema> = {};
  const references = new Map<string, JsonSchema>();
  const byUse = [...uses].sort(([, one], [, other]) => other.length - one.length);
  for (const [text, [parameter, ...others]] of byUse) {
    // What a single operation has stays where it is used.
    if (others.length === 0) continue;
    const name = freeName(componentName(parameter!, schemaNames), components);
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

/** The name, or `OtherName` where a parameter of more operations has it. */
const freeName = (name: string, taken: Readonly<Record<string, unknown>>): string =>
  name in taken ? freeName(`Other${name}`, taken) : name;

/** `StoryId` in a path, `StoryIdFilter` in a query; for a header its name, and whether it may be left out. */
function componentName({ name, in: place, required }: JsonSchema, schemaNames: readonly string[]): string {
  const words = String(name)
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
  if (place === 'header') return required ? words : `Optional${words}`;
  const isFilter = place === 'query' && (words.endsWith('Id') || schemaNames.includes(words));
  return isFilter ? `${words}Filter` : words;
}
