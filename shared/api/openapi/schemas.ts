import * as z from 'zod';
import type { JsonSchema } from '../../core/json-schema.ts';

/** Collects the named schemas that an OpenAPI document refers to. */
export interface SchemaCollector {
  /** Returns the JSON Schema (2020-12) of a wire schema; named parts become references to components. */
  convert(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema;
  components: Record<string, JsonSchema>;
}

export function collectSchemas(): SchemaCollector {
  const components: Record<string, JsonSchema> = {};
  return {
    components,
    convert(schema, direction) {
      const converted = z.toJSONSchema(schema, {
        io: direction,
        override: ({ jsonSchema }) => tidy(jsonSchema),
      });
      const { $schema: _, $defs = {}, ...root } = pointToComponents(converted) as JsonSchema;
      for (const [name, part] of Object.entries($defs as Record<string, JsonSchema>)) {
        const { id: _id, ...component } = part;
        if (components[name] && JSON.stringify(components[name]) !== JSON.stringify(component)) {
          throw new Error(`Two different schemas are named ${name}; give one of them another id.`);
        }
        components[name] = component;
      }
      return root;
    },
  };
}

/** Patterns generated for formats are redundant, as are the safe bounds of numbers. */
function tidy(schema: JsonSchema): void {
  if (schema['format']) delete schema['pattern'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
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
