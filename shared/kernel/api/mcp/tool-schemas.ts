import * as z from 'zod';
import type { Operation } from '../operation/operation-kinds.ts';
import { memoize } from '../../core/schema.ts';
import type { JsonSchema } from '../../core/json-schema.ts';
import { inclusions } from '../../core/query-parameters.ts';

/** Default page size of a list for a model. */
export const TOOL_PAGE_SIZE = 20;

/** Maximum page size: what a model can read at once. */
export const TOOL_PAGE_MAX_SIZE = 50;

/** The arguments of a paged tool: page size and cursor. */
const pageArguments = memoize(() => ({
  limit: z.int().max(TOOL_PAGE_MAX_SIZE).optional().meta({ default: TOOL_PAGE_SIZE }),
  // The result has it, as nextCursor.
  cursor: z.string().optional(),
}));
/** People in one workspace need not name it. */
const workspaceArgument = memoize(() => ({ workspaceId: z.string().optional() }));
const keyArgument = memoize(() => ({
  idempotencyKey: z.string().min(16).max(255).meta({
    description: 'New UUID; same to retry.',
  }),
}));

/** Whether a tool creates something, and therefore takes an idempotency key. */
export const requiresIdempotencyKey = ({ method, idempotency }: Operation): boolean =>
  method === 'POST' && idempotency !== 'none';

/** The parts of an operation's input that its tool takes, as one object of arguments, without `omits`. */
export function toolArguments(operation: Operation, omits: readonly string[]): z.ZodRawShape {
  const { path, query, body } = operation.input;
  const { include: _include, ids: _ids, ...taken } = query.shape as z.ZodRawShape;
  const { limit: _limit, cursor: _cursor, ...filters } = taken;
  const parts = [
    path.shape,
    operation.paged ? filters : taken,
    body instanceof z.ZodObject ? body.shape : {},
    operation.paged ? pageArguments() : {},
    requiresIdempotencyKey(operation) ? keyArgument() : {},
  ] as z.ZodRawShape[];
  const names = parts.flatMap((part) => Object.keys(part));
  const twice = names.find((name, position) => names.indexOf(name) !== position);
  if (twice) throw new Error(`${operation.id} cannot be a tool: it takes two things named ${twice}.`);
  const all = Object.assign({}, ...parts, path.shape['workspaceId'] && workspaceArgument()) as z.ZodRawShape;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !omits.includes(name)));
}

/**
 * The JSON Schema of arguments: an object with what a model needs, without rules that only validation needs.
 */
export function argumentsSchema(shape: z.ZodRawShape): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject(shape), {
    io: 'input',
    override: ({ jsonSchema }) => omitUnneeded(jsonSchema, unneeded),
  }) as JsonSchema;
  return schema;
}

/**
 * Limits that the kernel validates and explains when exceeded; patterns alone are half of a schema's size.
 */
const unneeded = ['pattern', 'minLength', 'maxLength', 'uniqueItems', 'maxItems', 'id'];

function omitUnneeded(schema: JsonSchema, members: readonly string[]): void {
  for (const member of members) delete schema[member];
  // Names are taken in place of ids, and plain dates in place of times.
  if (schema['format'] === 'uuid' || schema['format'] === 'date-time') delete schema['format'];
  // The words `exclude`, `only` and `include` say it.
  if (String(schema['enum']) === String(inclusions)) delete schema['description'];
  // A record of anything or of several types; some clients refuse a schema that says nothing.
  const values = schema['additionalProperties'] as JsonSchema | boolean | undefined;
  if (typeof values === 'object' && (JSON.stringify(values) === '{}' || 'anyOf' in values)) {
    delete schema['additionalProperties'];
    delete schema['propertyNames'];
  }
  const choices = (schema['anyOf'] ?? []) as JsonSchema[];
  if (choices.length > 0 && choices.every(({ type }) => type === 'string')) {
    delete schema['anyOf'];
    schema['type'] = 'string';
  }
  // A caller that sends less than one means something else.
  if (Math.abs(Number(schema['minimum'])) === Number.MAX_SAFE_INTEGER || schema['minimum'] === 1)
    delete schema['minimum'];
  if (Number(schema['maximum']) > TOOL_PAGE_MAX_SIZE) delete schema['maximum'];
}

/** What a tool describes of a resource: what identifies it, and its version. */
const IDENTIFYING = ['id', 'reference', 'updatedAt'];

/**
 * The JSON Schema of a tool's structured result. An analysis describes all its fields, other tools what identifies a
 * resource, since every model reads the tool list, and sees the rest in the results. `common`, `truncated` and
 * `replayed` may be added; the instructions explain them.
 */
export function resultSchema({ output, paged }: Operation, extendOutput?: z.ZodType): JsonSchema {
  if (paged || output instanceof z.ZodArray) {
    const items = { type: 'object' };
    const properties = { data: { type: 'array', items }, nextCursor: { type: 'string' } };
    return { type: 'object', properties, required: ['data'] };
  }
  const data = extendOutput === undefined ? brief(output, IDENTIFYING) : outline(extendOutput);
  return { type: 'object', properties: { data }, required: ['data'] };
}

/** The fields of a resource by name and type; in results without null fields and the workspace. */
function outline(schema: z.ZodType): JsonSchema {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'output' }) as JsonSchema;
  return typesOf(root, $defs as Record<string, JsonSchema>, []);
}

function brief(schema: z.ZodType, names: readonly string[]): JsonSchema {
  const { properties } = outline(schema) as { properties: Record<string, JsonSchema> };
  const kept = names.filter((name) => name in properties);
  return { type: 'object', properties: Object.fromEntries(kept.map((name) => [name, properties[name]])) };
}

/** A schema's types without constraints; `above` are the enclosing named schemas. */
function typesOf(
  schema: JsonSchema,
  named: Record<string, JsonSchema>,
  above: readonly string[],
): JsonSchema {
  const { $ref, anyOf, type, properties, items } = schema as {
    $ref?: string;
    anyOf?: JsonSchema[];
    type?: string | string[];
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
  };
  if ($ref !== undefined) {
    const name = $ref.replace('#/$defs/', '');
    if ($ref === '#' || above.includes(name)) return { type: 'object' };
    return typesOf(named[name]!, named, [...above, name]);
  }
  const present = anyOf?.find((one) => one['type'] !== 'null');
  if (present) return typesOf(present, named, above);
  if (properties) {
    const members = Object.entries(properties)
      .filter(([name]) => name !== 'workspaceId')
      .map(([name, part]) => [name, typesOf(part, named, above)]);
    return { type: 'object', properties: Object.fromEntries(members) as Record<string, JsonSchema> };
  }
  const plain = [type].flat().find((one) => one !== 'null');
  const known = items ? typesOf(items, named, above) : {};
  return { type: plain, ...(known['properties'] ? { items: known } : {}) };
}
