import type { Schema } from './api-document.ts';
import { fieldNotes } from './field-notes.ts';

interface Document {
  components: { schemas: Record<string, Schema> };
}

/**
 * The API document with a description on each field that means the same everywhere, for generated clients and tools, which
 * show nothing else than the document has.
 */
export function withNotes<T>(document: T): T {
  const { components } = document as Document;
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, noted(schema)]),
  );
  return { ...document, components: { ...components, schemas } };
}

function noted(schema: Schema): Schema {
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, part]): [string, Schema] => {
    const description = part.description ?? (Object.hasOwn(fieldNotes, name) ? fieldNotes[name] : undefined);
    return [name, { ...noted(part), ...(description !== undefined && { description }) }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
