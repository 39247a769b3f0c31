import * as z from 'zod';
import type { Operation } from '../../shared/kernel/api/operation/operation-kinds.ts';

interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  minItems?: number;
  minLength?: number;
  items?: Schema;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** Ids for path parameters, queries and body fields, by their name. */
export type Ids = Record<string, string>;

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

/** A request that an operation's schemas take, with the given ids in their places. */
export function sampleRequest({ path, input }: Operation, ids: Ids) {
  return {
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? UNKNOWN_ID),
    query: requiredOf(input.query, ids),
    ...(input.body ? { body: sample(jsonSchema(input.body), 'body', ids) } : {}),
  };
}

/** The query parameters that an operation requires. */
function requiredOf(query: z.ZodObject, ids: Ids): Record<string, string> {
  const required = Object.entries(query.shape as Record<string, z.ZodType>).filter(
    ([, schema]) => !schema.safeParse(undefined).success,
  );
  return Object.fromEntries(
    required.map(([name, schema]) => [name, String(sample(jsonSchema(schema), name, ids))]),
  );
}

const jsonSchema = (schema: z.ZodType): Schema => inlined(z.toJSONSchema(schema, { io: 'input' }) as Schema);

/** The schema with what it refers to in the place of the references. */
function inlined(schema: Schema, named = schema.$defs ?? {}): Schema {
  const { $ref, properties, items, ...plain } = schema.$ref
    ? named[schema.$ref.replace('#/$defs/', '')]!
    : schema;
  if ($ref) return inlined({ $ref }, named);
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, inlined(part, named)]);
  return {
    ...plain,
    ...(properties ? { properties: Object.fromEntries(parts) as Record<string, Schema> } : {}),
    ...(items ? { items: inlined(items, named) } : {}),
  };
}

function sample(schema: Schema, name: string, ids: Ids): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf && !schema.type) return sample(schema.anyOf[0]!, name, ids);
  if (schema.type === 'object') {
    const properties = Object.keys(schema.properties ?? {});
    // A new webhook needs one of both.
    const isNew = !properties.includes('expectedUpdatedAt');
    const address = isNew && properties.includes('destination') ? ['url'] : [];
    const file = properties.includes('uploadId') ? ['data'] : [];
    const chosen = ['title', 'name', 'content', 'body', 'note', ...address, ...file];
    const names = properties.filter((key) => schema.required?.includes(key) || chosen.includes(key));
    return Object.fromEntries(names.map((key) => [key, sample(schema.properties![key]!, key, ids)]));
  }
  if (schema.type === 'array') {
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items!, name, ids));
  }
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.format === 'uuid') return ids[name] ?? UNKNOWN_ID;
  if (schema.format === 'date-time') return `2026-01-01T${name === 'endDate' ? '01' : '00'}:00:00.000Z`;
  if (name === 'startDate' || name === 'endDate') return '2026-01-01';
  if (schema.format === 'email') return 'sample@example.com';
  if (name === 'timeZone') return 'UTC';
  if (name === 'contentType') return 'text/plain';
  // An endpoint's address has a format, and would be looked up.
  if (name === 'url' && schema.format === undefined) return 'https://sample.example.com/';
  return (name === 'code' ? 'SAMPLE' : 'Sample').padEnd(schema.minLength ?? 0, '-');
}
