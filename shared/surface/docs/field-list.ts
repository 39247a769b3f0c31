import { html, type Fragment } from '../../kernel/html/html.ts';
import { componentName, withoutNull, type Parameter, type Schema } from './api-document.ts';
import { prose, type LinkToOperation } from './prose.ts';
import { purposeNotes } from './reference-notes.ts';
import { foldedChoices, typeInWords, type LinkToObject } from './schema-words.ts';

/** Link targets of the text of the reference. */
export interface Links {
  toObject: LinkToObject;
  toOperation: LinkToOperation;
}

/** The components of the document, by name. */
type Components = Readonly<Record<string, Schema>>;

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
 * contain all fields. With components, the objects that fields refer to can be opened in place; of a response, the
 * outermost is open.
 */
export const fieldList = (
  schema: Schema,
  links: Links,
  purpose: 'request' | 'answer',
  components?: Components,
): Fragment =>
  list(fieldsOf(schema, ''), links, purpose === 'request', components && new Nesting(components));

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

/** Objects that are opened in place, down to a depth: what is deeper is a link away. */
class Nesting {
  readonly #components: Components;
  readonly #above: readonly string[];

  constructor(components: Components, above: readonly string[] = []) {
    this.#components = components;
    this.#above = above;
  }

  /** Whether nothing encloses the objects. */
  get isOutermost(): boolean {
    return this.#above.length === 0;
  }

  /** The named objects that a value consists of, each with what is opened in it. */
  within(given: Schema): { name: string; schema: Schema; inner: Nesting }[] {
    const { schema } = withoutNull(given);
    const parts = [schema, ...(schema.anyOf ?? [])].flatMap((part) => [
      part,
      ...(part.items ? [part.items] : []),
    ]);
    const names = new Set(parts.flatMap((part) => componentName(part) ?? []));
    return [...names].flatMap((name) => {
      const component = this.#components[name];
      const isDeep = this.#above.length === DEPTH_MAX || this.#above.includes(name);
      if (!component?.properties || isDeep) return [];
      return [{ name, schema: component, inner: new Nesting(this.#components, [...this.#above, name]) }];
    });
  }
}

const DEPTH_MAX = 2;

const list = (fields: readonly Field[], links: Links, marked: boolean, nesting?: Nesting): Fragment =>
  html`<dl class="fields">${fields.map((field) => entry(field, links, marked, nesting))}</dl>`;

function entry(
  { name, schema, description, required }: Field,
  links: Links,
  marked: boolean,
  nesting: Nesting | undefined,
): Fragment {
  const nested = nesting?.within(schema) ?? [];
  const choices = foldedChoices(schema);
  return html`<div>
    <dt>
      <code>${name}</code>
      ${marked && required && html`<span class="must">required</span> `}
      <span class="type">${typeInWords(schema, links.toObject)}</span>
    </dt>
    ${
      (description ?? (nested.length > 0 || choices.length > 0)) &&
      html`<dd>
        ${description && description !== purposeNotes.Response.data && prose(description, links.toOperation)}
        ${choicesList(choices)}
        ${nested.map(
          (one) =>
            html`<details ${!marked && nesting?.isOutermost && 'open'}>
              <summary>Fields of ${one.name}</summary>
              ${list(fieldsOf(one.schema, ''), links, marked, one.inner)}
            </details>`,
        )}
      </dd>`
    }
  </div>`;
}

/** All values of an enum, folded; nothing for none. */
export const choicesList = (choices: readonly unknown[]): Fragment =>
  choices.length > 0 &&
  html`<details class="choices">
    <summary>All ${choices.length} values</summary>
    <p>${choices.map((choice, position) => [position > 0 && ', ', html`<code>${String(choice)}</code>`])}</p>
  </details>`;
