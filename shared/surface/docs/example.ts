import { componentName, withoutNull, type Schema } from './api-document.ts';
import { EXAMPLE_MOMENT, exampleId, exampleValues } from './example-values.ts';
import { shownOptional, usuallyNull } from './shown-fields.ts';
import { variableOf } from './variables.ts';

/**
 * The purpose of an example: requests show required fields, with shell variables for values specific to the
 * reader; responses show everything.
 */
type Purpose = 'request' | 'answer';

interface ExampleContext {
  components: Record<string, Schema>;
  purpose: Purpose;
  /** The component that contains the value, and the name of its field. */
  owner: string;
  field: string;
  /** The enclosing components. */
  around: readonly string[];
}

/** A deterministic example of a schema, based on field names, formats and limits. */
export const exampleOf = (schema: Schema, components: Record<string, Schema>, purpose: Purpose): unknown =>
  make(schema, { components, purpose, owner: '', field: '', around: [] });

function make(given: Schema, place: ExampleContext): unknown {
  const { schema, nullable } = withoutNull(given);
  if (nullable && usuallyNull.has(place.field)) return null;
  const name = componentName(schema);
  if (name) {
    const around = [...place.around, name];
    return make(place.components[name]!, { ...place, owner: name, around });
  }
  if (schema.const !== undefined) return schema.const;
  const own = place.purpose === 'request' && readersOwn(schema, place);
  if (own) return own;
  if (schema.format === 'uuid') return exampleId(idName(place));
  const known = [`${nounOf(place.owner)}.${place.field}`, `${place.owner}.${place.field}`, place.field]
    .map((key) => exampleValues[key])
    .find((value) => value !== undefined && fits(value, schema, nullable));
  if (known !== undefined) return known;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return make(schema.anyOf[0]!, place);
  if (schema.oneOf) return make(schema.oneOf[0]!, place);
  return ofType(schema, place);
}

/** The variable that holds a value specific to the reader; undefined for values that any reader can send. */
function readersOwn({ format }: Schema, place: ExampleContext): string | undefined {
  if (place.field === 'expectedUpdatedAt') return '$VERSION';
  if (format === 'uuid') return variableOf(idName(place));
  const address = place.field === 'url' ? addressesOf[nounOf(place.owner)] : undefined;
  return address && variableOf(address);
}

/** What the addresses of nouns are called that are the reader's own. */
const addressesOf: Readonly<Record<string, string>> = { WebhookEndpoint: 'receiver', BusyFeed: 'calendar' };

function ofType(schema: Schema, place: ExampleContext): unknown {
  const { type, properties, items } = schema;
  if (properties) return objectOf(schema, place);
  if (items) return arrayOf(schema, place);
  if (type === 'boolean') return true;
  if (type === 'string') return stringOf(schema);
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  return {};
}

function objectOf(
  { properties = {}, required = [] }: Schema,
  place: ExampleContext,
): Record<string, unknown> {
  const { owner, purpose } = place;
  const isUpdate = required.includes('expectedUpdatedAt');
  const some = isUpdate
    ? Object.keys(properties)
        .filter((field) => !required.includes(field))
        .slice(0, 1)
    : [];
  const optional = shownOptional[owner] ?? (purpose === 'request' ? some : []);
  const shown = Object.entries(properties).filter(
    ([field]) => required.includes(field) || optional.includes(field),
  );
  return Object.fromEntries(shown.map(([field, schema]) => [field, make(schema, { ...place, field })]));
}

/** One item, or none for a list nested in its own component. */
function arrayOf({ items = {} }: Schema, place: ExampleContext): unknown[] {
  const name = componentName(items);
  return name && place.around.includes(name) ? [] : [make(items, place)];
}

/** Text of a format; fields with stricter patterns need an entry in example-values.ts. */
const stringOf = ({ format = '', minLength = 0 }: Schema): string =>
  formats[format] ?? 'example'.padEnd(minLength, '-');

const formats: Record<string, string> = {
  'date-time': EXAMPLE_MOMENT,
  date: EXAMPLE_MOMENT.slice(0, 10),
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

/** The noun of a component name: Story for CreateStoryRequest and UpdateStoryRequest, Comment for CommentEvent. */
function nounOf(component: string): string {
  const noun = component.replace(/^(?:Create|Update|Add)(\w+)Request$/, '$1').replace(/Event$/, '');
  return noun === 'Webhook' ? 'WebhookEndpoint' : noun;
}

function idName({ owner, field }: ExampleContext): string {
  const noun = nounOf(owner);
  return field === 'id' && noun ? `${noun[0]!.toLowerCase()}${noun.slice(1)}Id` : field;
}

/** Whether a known value matches a schema; for a list of values, whether each matches as an item. */
function fits(value: unknown, schema: Schema, nullable: boolean): boolean {
  const { type, enum: choices, pattern, items } = schema;
  if (value === null) return nullable;
  if (Array.isArray(value)) return items !== undefined && value.every((one) => fits(one, items, false));
  if (choices) return choices.includes(value);
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  if (typeof value === 'string') {
    return types.includes('string') && (!pattern || new RegExp(pattern, 'u').test(value));
  }
  if (typeof value === 'number')
    return types.includes(Number.isInteger(value) ? 'integer' : 'number') || types.includes('number');
  return types.includes(typeof value);
}
