import { componentName, withoutNull, type Schema } from './api-document.ts';
import { exampleOf } from './example.ts';

interface Document {
  components: { schemas: Record<string, Schema> };
}

/**
 * The API document with an example on each field that its schema does not explain on its own: tools that show the
 * document put examples of whole objects together from them. Ids, times and enums need none.
 */
export function withExamples<T>(document: T): T {
  const { components } = document as Document;
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [
      name,
      name.endsWith('Response') ? schema : illustrated(name, schema, components.schemas),
    ]),
  );
  return { ...document, components: { ...components, schemas } };
}

function illustrated(name: string, schema: Schema, schemas: Record<string, Schema>): Schema {
  if (!schema.properties) return schema;
  const whole = exampleOf(
    { $ref: `#/components/schemas/${name}` },
    { ...schemas, [name]: { ...schema, required: Object.keys(schema.properties) } },
    'answer',
  ) as Record<string, unknown>;
  const properties = Object.entries(schema.properties).map(([field, part]) =>
    needsExample(part) && whole[field] !== null
      ? [field, { ...part, examples: [whole[field]] }]
      : [field, part],
  );
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, Schema> };
}

function needsExample(part: Schema): boolean {
  const { schema } = withoutNull(part);
  const { type, format, anyOf, items } = schema;
  if (
    componentName(schema) ||
    anyOf ||
    schema.enum ||
    schema.const !== undefined ||
    schema.default !== undefined
  )
    return false;
  if (type === 'array') return items !== undefined && needsExample(items);
  return (
    format !== 'uuid' && format !== 'date-time' && ['string', 'integer', 'number'].includes(String(type))
  );
}
