import {
  componentName,
  jsonSchema,
  placedOperations,
  resolved,
  type ApiResponse,
  type Parameter,
  type PlacedOperation,
  type Schema,
  type ServedDocument,
} from '../shared/surface/docs/api-document.ts';

/** Statuses of responses that have a resource. */
const SUCCESSES = ['200', '201', '202'];

/** Any text next to known values, which editors still offer: `string` alone would take them in. */
const ANY_OTHER = '(string & {})';

/**
 * The source of two interfaces: `Schemas` has the types of the document's schemas by name, and `Operations` by id what
 * each operation takes (its parameters and body) and the JSON of its responses other than errors.
 */
export function schemaTypes(served: unknown, ids: ReadonlySet<string>): string {
  const document = withOpenEnums(served as ServedDocument);
  const { schemas } = document.components;
  const operations = placedOperations(document).filter(({ operationId }) => ids.has(operationId));
  return `export interface Schemas {
${Object.entries(schemas)
  .map(([name, schema]) => `${comment(schema)}${keyOf(name)}: ${typeOf(plain(schema, name))};\n`)
  .join('')}}

export interface Operations {
${operations.map((operation) => `${operation.operationId}: ${operationType(operation, document)};\n`).join('')}}
`;
}

function operationType(
  { parameters = [], requestBody, responses }: PlacedOperation,
  { components }: ServedDocument,
): string {
  const members = parameters
    .map((parameter): Parameter => resolved(parameter, components.parameters))
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, schema, description, required, in: place }) =>
      // The id in a path is of what its name says.
      memberOf(name, { ...schema, ...(description && place !== 'path' && { description }) }, required),
    );
  const body = requestBody && jsonSchema(requestBody);
  if (body) members.push(memberOf('body', body, requestBody.required));
  const results = SUCCESSES.filter((status) => responses[status])
    .map((status) => jsonSchema(resolved<ApiResponse>(responses[status]!, components.responses)))
    .map((schema) => (schema ? typeOf(schema) : 'undefined'));
  return `{ input: ${members.length > 0 ? objectOf(members) : 'unknown'}; response: ${unionOf(results)} }`;
}

/**
 * The document with open enums in requests, too, where some response has any other text next to the same values: what was
 * read can be written back.
 */
function withOpenEnums(document: ServedDocument): ServedDocument {
  const growing = growingEnums(document);
  const open = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(open);
    if (typeof part !== 'object' || part === null) return part;
    const { enum: values, description, default: ofMissing } = part as Schema;
    if (values && growing.has(values.join()))
      return { description, default: ofMissing, anyOf: [{ enum: values }, { type: 'string' }] };
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, open(inner)]));
  };
  return open(document) as ServedDocument;
}

/** The enums, as texts of their values, that some response has any other text next to. */
function growingEnums(document: ServedDocument): ReadonlySet<string> {
  const { schemas } = document.components;
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { anyOf } = part as Schema;
    if (Array.isArray(anyOf) && anyOf.some(isAnyText))
      for (const one of anyOf) {
        const { enum: values } = schemas[componentName(one) ?? ''] ?? one;
        if (values) found.add(values.join());
      }
    Object.values(part).forEach(visit);
  };
  visit(document);
  return found;
}

const isAnyText = (schema: Schema): boolean =>
  schema.type === 'string' && Object.keys(schema).every((key) => key === 'type' || key === 'description');

/** The members that all envelopes have, and all events, which the base of events describes. */
const COMMON_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Response: ['data', 'meta'],
  Event: ['type', 'data', 'changes'],
};

/** A schema without the words for what all of its kind have. */
function plain(schema: Schema, name: string): Schema {
  const common = COMMON_MEMBERS[/(?:Response|Event)$/.exec(name)?.[0] ?? ''];
  if (!common || !schema.properties || name === 'WebhookEvent') return schema;
  const properties = Object.entries(schema.properties).map(([member, { description, ...part }]) => [
    member,
    common.includes(member) || description === undefined ? part : { ...part, description },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, Schema> };
}

/** The type of a choice. */
function choiceOf(choice: readonly Schema[]): string {
  const isText = ({ type, enum: values, const: only }: Schema) =>
    type === 'string' && !values && only === undefined;
  const texts = choice.filter(isText).map(typeOf);
  const others = choice.filter((one) => !isText(one));
  const types = others.map(typeOf);
  const isKnown = ({ $ref, anyOf, enum: values, const: only }: Schema) => $ref ?? anyOf ?? values ?? only;
  if (texts.length === 0 || !others.some(isKnown)) return unionOf([...types, ...texts]);
  return unionOf(types.some((type) => type.endsWith(ANY_OTHER)) ? types : [...types, ANY_OTHER]);
}

/** The type of a schema's values. */
function typeOf(schema: Schema): string {
  const { $ref, allOf, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) return `Schemas[${JSON.stringify(componentName(schema))}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  if (anyOf ?? oneOf) return choiceOf((anyOf ?? oneOf)!);
  if (allOf) return [...allOf.map(typeOf), objectType(schema)].join(' & ');
  if (Array.isArray(type)) return unionOf(type.map((one) => typeOf({ ...schema, type: one })));
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return listOf(typeOf(schema.items ?? {}));
    case 'object':
      return objectType(schema);
    case undefined:
      return 'unknown';
    default:
      return type;
  }
}

/** An object with its properties, and with others where they are described; with neither, any that may have some. */
function objectType({ properties, additionalProperties, required = [] }: Schema): string {
  const others = additionalProperties && `{ [name: string]: ${typeOf(additionalProperties)} }`;
  if (!properties) return others || (additionalProperties === false ? 'Record<string, never>' : 'object');
  const members = Object.entries(properties).map(([name, schema]) =>
    memberOf(name, schema, required.includes(name)),
  );
  return others ? `(${objectOf(members)} & ${others})` : objectOf(members);
}

const objectOf = (members: readonly string[]): string => `{\n${members.join('')}}`;

const memberOf = (name: string, schema: Schema, isRequired = false): string =>
  `${comment(schema)}${keyOf(name)}${isRequired ? '' : '?'}: ${typeOf(schema)};\n`;

const listOf = (type: string): string => (/ [|&] /.test(type) ? `(${type})[]` : `${type}[]`);

const keyOf = (name: string): string => (/^\w+$/.test(name) ? name : JSON.stringify(name));

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'undefined';

/** What an editor shows of a schema: its description, and the value of what is left out. */
function comment({ description, default: ofMissing }: Schema): string {
  const lines = [
    ...(description === undefined ? [] : [description.replaceAll('*/', '*\u200b/')]),
    ...(ofMissing === undefined ? [] : [`@default ${JSON.stringify(ofMissing)}`]),
  ];
  return lines.length === 0 ? '' : `/** ${lines.join('\n * ')} */\n`;
}
