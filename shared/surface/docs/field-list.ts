import { html, type Fragment } from '../../kernel/html/html.ts';
import { componentName, withoutNull, type Parameter, type Schema } from './api-document.ts';
import { fieldNotes } from './field-notes.ts';
import { prose, type LinkToOperation } from './prose.ts';
import { typeInWords, type LinkToObject } from './schema-words.ts';

/** Link targets of the text of the reference. */
export interface Links {
  toObject: LinkToObject;
  toOperation: LinkToOperation;
}

interface Field {
  name: string;
  schema: Schema;
  description: string | undefined;
  required: boolean;
}

/** Path, query and header parameters. */
export const parameterList = (parameters: readonly Parameter[], links: Links): Fragment =>
  list(
    parameters.map(({ name, schema, description, required = false }) => ({
      name,
      schema,
      description,
      required,
    })),
    links,
    true,
  );

/**
 * The fields of an object and its nested objects. Only requests mark required fields, because responses
 * contain all fields.
 */
export const fieldList = (schema: Schema, links: Links, purpose: 'request' | 'answer'): Fragment =>
  list(fieldsOf(schema, ''), links, purpose === 'request');

/** Fields of nested unnamed objects, with their path. */
function fieldsOf({ properties = {}, required = [] }: Schema, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([name, schema]): Field[] => {
    const path = `${prefix}${name}`;
    const field = { name: path, schema, description: schema.description, required: required.includes(name) };
    const inner = withoutNull(schema).schema;
    if (componentName(inner)) return [field];
    if (inner.properties) return [field, ...fieldsOf(inner, `${path}.`)];
    if (inner.items?.properties) return [field, ...fieldsOf(inner.items, `${path}[].`)];
    return [field];
  });
}

const list = (fields: readonly Field[], links: Links, marked: boolean): Fragment =>
  html`<dl class="fields">${fields.map((field) => entry(field, links, marked))}</dl>`;

function entry(
  { name, schema, description, required }: Field,
  { toObject, toOperation }: Links,
  marked: boolean,
): Fragment {
  const note = description ?? fieldNotes[name];
  return html`<div>
    <dt>
      <code>${name}</code>
      <span class="type">${typeInWords(schema, toObject)}</span
      >${marked && required && html` <span class="must">required</span>`}
    </dt>
    ${note && html`<dd>${prose(note, toOperation)}</dd>`}
  </div>`;
}
