import * as z from 'zod';
import { openAnswer } from './open-answer.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

/** The components of one kind that a document refers to, by name. */
export interface Collector {
  /** Adds a component and returns the reference to it. Throws if two different components have the same name. */
  name(name: string, component: JsonSchema): JsonSchema;
  components: Record<string, JsonSchema>;
}

/** The values of enums, by the name of their component. */
export type NamedEnums = Readonly<Record<string, readonly string[]>>;

/** Collects the named schemas that an OpenAPI document refers to. */
export interface SchemaCollector extends Collector {
  /**
   * Returns the JSON Schema (2020-12) of a wire schema; named parts become references to components. Responses are
   * open to new fields, requests are closed (docs/guides/compatibility.md).
   */
  convert(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema;
}

export const schemaReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The name of the component that a schema refers to; undefined for a schema of its own. */
export const referredName = (schema: JsonSchema): string | undefined =>
  (schema['$ref'] as string | undefined)?.split('/').at(-1);

/**
 * Collects components by name. Throws when the document is generated if two different components have the same name.
 */
export function collect(kind: 'schemas' | 'responses'): Collector {
  const components: Record<string, JsonSchema> = {};
  return {
    components,
    name(id, component) {
      if (components[id] && JSON.stringify(components[id]) !== JSON.stringify(component)) {
        throw new Error(`Two different ${kind} are named ${id}; give one of them another id.`);
      }
      components[id] = component;
      return { $ref: `#/components/${kind}/${id}` };
    },
  };
}

/** `namedEnums` are the values of enums that become components, by name. */
export function collectSchemas(namedEnums: NamedEnums = {}): SchemaCollector {
  const collector = collect('schemas');
  const nameOf = new Map(Object.entries(namedEnums).map(([name, values]) => [values.join(), name]));
  for (const [name, values] of Object.entries(namedEnums)) {
    collector.name(name, { type: 'string', enum: values });
  }
  return {
    ...collector,
    convert(schema, direction) {
      const converted = z.toJSONSchema(schema, {
        io: direction,
        override: ({ jsonSchema }) => {
          tidy(jsonSchema);
          nameEnum(jsonSchema, nameOf);
        },
      });
      const { $schema: _, $defs = {}, ...root } = pointToComponents(converted) as JsonSchema;
      const named = { ...collector.components, ...($defs as Record<string, JsonSchema>) };
      const opened = (part: JsonSchema) => (direction === 'output' ? openAnswer(part, named) : part);
      for (const [id, { id: _id, ...component }] of Object.entries($defs as Record<string, JsonSchema>)) {
        // A named enum stays closed: references to it in responses say that it may grow.
        collector.name(id, component['enum'] ? component : opened(component));
      }
      return opened(root);
    },
  };
}

/** Replaces a named enum by a reference, and retains the rest of its schema. */
function nameEnum(schema: JsonSchema, nameOf: ReadonlyMap<string, string>): void {
  const { enum: values } = schema as { enum?: unknown[] };
  const name = values && nameOf.get(values.join());
  if (!name) return;
  delete schema['type'];
  delete schema['enum'];
  Object.assign(schema, schemaReference(name));
}

/** Removes redundant keywords: patterns generated for formats, and the safe bounds of numbers. */
function tidy(schema: JsonSchema): void {
  if (schema['format']) delete schema['pattern'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  joinNull(schema);
}

/**
 * Turns a choice of a plain value or null into one schema with two types, because generators name the members of a
 * choice.
 */
function joinNull(schema: JsonSchema): void {
  const { anyOf } = schema as { anyOf?: JsonSchema[] };
  const [value, nothing, ...others] = anyOf ?? [];
  if (!value || nothing?.['type'] !== 'null' || others.length > 0) return;
  const plain = ['string', 'integer', 'number', 'boolean'].includes(String(value['type']));
  if (!plain || value['enum'] || value['const'] !== undefined) return;
  delete schema['anyOf'];
  Object.assign(schema, value, { type: [value['type'], 'null'] });
}

function pointToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointToComponents);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === '$ref' ? String(part).replace('#/$defs/', '#/components/schemas/') : pointToComponents(part),
    ]),
  );
}
