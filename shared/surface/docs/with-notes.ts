import { componentName, type Schema } from './api-document.ts';
import { componentNotes } from './component-notes.ts';
import { fieldNotes } from './field-notes.ts';
import { purposeNotes, referenceNotes } from './reference-notes.ts';

interface Document {
  components: { schemas: Record<string, Schema> };
}

/**
 * The API document with a description on each field without its own: of its component, or what its name means.
 * Generated clients and tools show nothing else than the document has.
 */
export function withNotes<T>(document: T): T {
  const { components } = document as Document;
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, noted(schema, name)]),
  );
  return { ...document, components: { ...components, schemas } };
}

/** `path` is the component and the fields that lead to the schema, such as `SprintPlan.stories[]`. */
function noted(schema: Schema, path: string): Schema {
  const { properties, items, anyOf, allOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: notedFields(properties, path) }),
    ...(items && { items: noted(items, `${path}[]`) }),
    ...(anyOf && { anyOf: anyOf.map((part) => noted(part, path)) }),
    ...(allOf && { allOf: allOf.map((part) => noted(part, path)) }),
  };
}

const notedFields = (properties: Record<string, Schema>, path: string): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, part]): [string, Schema] => {
      const place = `${path}.${name}`;
      const description = part.description ?? noteOf(componentNotes, place) ?? noteByName(name, part, path);
      return [name, { ...noted(part, place), ...(description !== undefined && { description }) }];
    }),
  );

/** What a field of the name means in such a component, and with such a value. */
function noteByName(name: string, part: Schema, path: string): string | undefined {
  const [purpose] = Object.keys(purposeNotes).filter((end) => path.endsWith(end));
  const ofPurpose = purpose && noteOf(purposeNotes[purpose as keyof typeof purposeNotes], name);
  if (ofPurpose) return ofPurpose;
  const reference = referenceIn(part);
  return reference === undefined ? noteOf(fieldNotes, name) : noteOf(referenceNotes, `${reference}.${name}`);
}

/** The first named component that a value can be, or be a list of. */
const referenceIn = (part: Schema): string | undefined =>
  [part, ...(part.anyOf ?? []), ...(part.items ? [part.items, ...(part.items.anyOf ?? [])] : [])]
    .map(componentName)
    .find((name) => name !== undefined);

const noteOf = (notes: Record<string, string>, key: string): string | undefined =>
  Object.hasOwn(notes, key) ? notes[key] : undefined;
