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

/**
 * The source of two interfaces: `Schemas` has the types of the document's schemas by name, and `Operations` by id what
 * each operation takes (its parameters and body) and the JSON of its responses other than errors.
 */
export function schemaTypes(served: unknown, ids: ReadonlySet<string>): string {
  const document = served as ServedDocument;
  const { schemas } = document.components;
  const operations = placedOperations(document).filter(({ operationId }) => ids.has(operationId));
  return `export interface Schemas {
${Object.entries(schemas)
  .map(([name, schema]) => `${comment(schema)}${keyOf(name)}: ${typeOf(schema)};\n`)
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
    .map(({ name, schema, description, required }) =>
      memberOf(name, { ...schema, ...(description && { description }) }, required),
    );
  const body = requestBody && jsonSchema(requestBody);
  if (body) members.push(memberOf('body', body, requestBody.required));
  const results = SUCCESSES.filter((status) => responses[status])
    .map((status) => jsonSchema(resolved<ApiResponse>(responses[status]!, components.responses)))
    .map((schema) => (schema ? typeOf(schema) : 'undefined'));
  return `{ input: ${members.length > 0 ? objectOf(members) : 'unknown'}; response: ${unionOf(results)} }`;
}

/** The type of a schema's values. */
function typeOf(schema: Schema): string {
  const { $ref, allOf, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) return `Schemas[${JSON.stringify(componentName(schema))}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  if (anyOf ?? oneOf) return unionOf((anyOf ?? oneOf)!.map(typeOf));
  if (allOf) return [...allOf.map(typeOf), objectType(schema)].join(' & ');
  if (Array.isArray(type)) return unionOf(type.map((one) => typeOf({ ...schema, type: one })));
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema);
    case undefined:
      return 'unknown';
    default:
      return type;
  }
}

/** An object with its properties, and with others where they are allowed; with neither, one without properties. */
function objectType({ properties, additionalProperties, required = [] }: Schema): string {
  const others = additionalProperties && `{ [name: string]: ${typeOf(additionalProperties)} }`;
  if (!properties) return others || 'Record<string, never>';
  const members = Object.entries(properties).map(([name, schema]) =>
    memberOf(name, schema, required.includes(name)),
  );
  return others ? `(${objectOf(members)} & ${others})` : objectOf(members);
}

const objectOf = (members: readonly string[]): string => `{\n${members.join('')}}`;

const memberOf = (name: string, schema: Schema, isRequired = false): string =>
  `${comment(schema)}${keyOf(name)}${isRequired ? '' : '?'}: ${typeOf(schema)};\n`;

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
